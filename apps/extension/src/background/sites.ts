import { writeHighlightRules } from '@nestmark/highlighter/highlightRules'
import { browser } from '../lib/browser.ts'
import { hostRule } from '../lib/host.ts'

/** The script of the bar, as it is in the build. */
const file = 'highlights.js'
/** The permission with which highlights are shown again on every page. */
const allPages = { origins: ['*://*/*'] }

/** The rules are there before the page is: a browser styles a long page anew when they come later. */
const bar = {
  id: 'bar',
  js: [file],
  css: ['highlights.css'],
  matches: allPages.origins,
  runAt: 'document_idle',
  persistAcrossSessions: true,
} as const

/** Registers the bar for all pages while the person allows that, and only then. */
export async function registerBar(): Promise<void> {
  const [registered] = await browser.scripting.getRegisteredContentScripts({ ids: [bar.id] })
  const isAllowed = await browser.permissions.contains(allPages)
  const script = { ...bar, js: [...bar.js], css: [...bar.css] }
  if (isAllowed && !registered) await browser.scripting.registerContentScripts([script])
  else if (isAllowed) await browser.scripting.updateContentScripts([script])
  else if (registered) await browser.scripting.unregisterContentScripts({ ids: [bar.id] })
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
    func: () => void (globalThis as { nestmarkBar?: { callByKey(): void } }).nestmarkBar?.callByKey(),
  })
}

/** The rules of the highlights on light pages, and of the bar: `public/highlights.css`. */
const lightRules = `${writeHighlightRules('light')}\n${hostRule}\n`

/**
 * Inserts the rules of the highlights and of the bar into a page, where its own policy and its scripts do not reach them. A tab that
 * was closed since then, or is on another page, gets none.
 * @param hasLight the rules for light pages are there
 */
export async function insertRules(tabId: number, ground: 'light' | 'dark', hasLight: boolean): Promise<void> {
  const css = (hasLight ? '' : lightRules) + (ground === 'dark' ? writeHighlightRules('dark') : '')
  if (css !== '')
    await browser.scripting.insertCSS({ target: { tabId }, origin: 'AUTHOR', css }).catch(() => undefined)
}
