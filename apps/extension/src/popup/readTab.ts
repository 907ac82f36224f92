import { browser, type Browser } from '../lib/browser.ts'
import { type PageInfo, readPage } from '../page/readPage.ts'

/** The tab that the popup is about. */
export interface TabPage extends PageInfo {
  tabId: number | undefined
  /** False when the page does not let itself be read, as the store of the browser or a PDF. */
  isReadable: boolean
}

/** Returns the tab of the popup: that of the window, or `?tab=ID` when the popup is opened as a page. */
async function findTab(): Promise<Browser.tabs.Tab | undefined> {
  const id = new URLSearchParams(location.search).get('tab')
  if (id !== null) return browser.tabs.get(Number(id))
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  return tab
}

/** Reads the page that the person sees; null when it has no address of the web. */
export async function readTab(): Promise<TabPage | null> {
  const tab = await findTab()
  const shown = {
    tabId: tab?.id,
    url: tab?.url ?? '',
    title: tab?.title ?? '',
    desc: '',
    pictures: [],
    selection: '',
    isReadable: false,
  }
  if (tab?.id !== undefined)
    try {
      const [run] = await browser.scripting.executeScript({ target: { tabId: tab.id }, func: readPage })
      // A PDF viewer runs the script in an empty document.
      if (run?.result && /^https?:/.test(run.result.url))
        return { ...run.result, title: run.result.title || shown.title, tabId: tab.id, isReadable: true }
    } catch {
      // It is saved by its address.
    }
  return /^https?:/.test(shown.url) ? shown : null
}
