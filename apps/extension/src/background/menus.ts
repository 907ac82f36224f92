import { limits } from '@nestmark/core/limits'
import { menuTexts as texts } from '@nestmark/texts/extension'
import { browser, type Browser } from '../lib/browser.ts'
import { readPage } from '../page/readPage.ts'
import { runNow } from './answerPage.ts'
import { savePage } from './answerContent.ts'
import { flashBadge } from './badge.ts'
import { readState } from './own.ts'
import type { Outcome } from './queue.ts'

const entries = ['page', 'link', 'image', 'selection'] as const

/** Adds the entries to the context menu. Browsers keep them until the extension is updated. */
export async function createMenus(): Promise<void> {
  await browser.contextMenus.removeAll()
  for (const id of entries)
    browser.contextMenus.create({
      id,
      title: texts[id],
      contexts: [id],
      documentUrlPatterns: ['http://*/*', 'https://*/*'],
    })
  browser.contextMenus.create({ id: 'tabs', title: texts.tabs, contexts: ['action'] })
}

type Click = Pick<
  Browser.contextMenus.OnClickData,
  'menuItemId' | 'linkUrl' | 'srcUrl' | 'pageUrl' | 'selectionText'
> & { linkText?: string }

/** Saves what an entry of the context menu is about, and shows on the button what became of it. */
export async function saveByMenu(click: Click, tab: Browser.tabs.Tab | undefined): Promise<void> {
  if (click.menuItemId === 'tabs') {
    await browser.tabs.create({ url: browser.runtime.getURL('/popup.html?tabs=1' as never) })
    return
  }
  const outcome = await saveClicked(click, tab)
  if (outcome && tab?.id !== undefined) await flashBadge(tab.id, outcome)
}

async function saveClicked(click: Click, tab: Browser.tabs.Tab | undefined): Promise<Outcome | null> {
  const page = tab?.url ?? click.pageUrl ?? ''
  const parent = (await readState('lastParent')) ?? null
  const base = { kind: 'save' as const, desc: '', parent, tags: [] }
  switch (click.menuItemId) {
    case 'page':
      return savePage(page, tab?.title ?? '')
    case 'link': {
      if (!isWebAddress(click.linkUrl)) return null
      const name = (click.linkText?.trim() || click.linkUrl).slice(0, limits.title)
      return runNow({ ...base, link: click.linkUrl, name, category: 3, isPlaceholder: true })
    }
    case 'image': {
      if (!isWebAddress(click.srcUrl)) return null
      const name = (tab?.title?.trim() || click.srcUrl).slice(0, limits.title)
      return runNow({ ...base, link: click.srcUrl, name, category: 1, thumbnail: click.srcUrl })
    }
    case 'selection': {
      const text = (await readSelection(tab?.id)) || (click.selectionText ?? '')
      if (text === '') return null
      const name = (tab?.title?.trim() || page).slice(0, limits.title)
      return runNow({ ...base, link: page, name, desc: text.slice(0, limits.noteDesc), category: 4 })
    }
  }
  return null
}

const isWebAddress = (address: string | undefined): address is string =>
  /^https?:/i.test(address ?? '') && (address ?? '').length <= limits.address

/**
 * Reads the selection from the page. `selectionText` of the menu differs between browsers: it is cut, or changed by
 * `text-transform` (findings in docs/extension.md).
 */
async function readSelection(tabId: number | undefined): Promise<string> {
  if (tabId === undefined) return ''
  try {
    const [run] = await browser.scripting.executeScript({ target: { tabId }, func: readPage })
    return run?.result?.selection ?? ''
  } catch {
    // The page does not let itself be read, as a store of extensions.
    return ''
  }
}
