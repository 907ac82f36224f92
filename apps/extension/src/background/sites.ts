import { writeHighlightRules } from '@nestmark/highlighter/highlightRules'
import { browser } from '../lib/browser.ts'

/** The script of the bar, as it is in the build. */
const file = 'highlights.js'
/** The permission with which highlights are shown again on every page. */
export const allPages = { origins: ['*://*/*'] }

/** Registers the bar for all pages while the person allows that, and only then. */
export async function registerBar(): Promise<void> {
  const registered = await browser.scripting.getRegisteredContentScripts({ ids: ['bar'] })
  const isAllowed = await browser.permissions.contains(allPages)
  if (isAllowed && registered.length === 0)
    await browser.scripting.registerContentScripts([
      {
        id: 'bar',
        js: [file],
        matches: allPages.origins,
        runAt: 'document_idle',
        persistAcrossSessions: true,
      },
    ])
  else if (!isAllowed && registered.length > 0)
    await browser.scripting.unregisterContentScripts({ ids: ['bar'] })
}

/**
 * Starts the bar in a tab that the person allowed by a click or a key (`activeTab`), and highlights what is selected. Where it
 * runs already, a second start does nothing.
 */
export async function startBar(tabId: number): Promise<void> {
  const target = { tabId }
  await browser.scripting.executeScript({ target, files: [file] })
  await browser.scripting.executeScript({
    target,
    func: () =>
      void (globalThis as { nestmarkBar?: { highlightSelection(): void } }).nestmarkBar?.highlightSelection(),
  })
}

/** Inserts the rules of the highlights into a page, where its own policy and its scripts do not reach them. */
export async function insertRules(tabId: number, ground: 'light' | 'dark'): Promise<void> {
  await browser.scripting.insertCSS({ target: { tabId }, origin: 'AUTHOR', css: writeHighlightRules(ground) })
}
