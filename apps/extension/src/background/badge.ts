import { badgeTexts as texts } from '@nestmark/texts/extension'
import { browser } from '../lib/browser.ts'
import { currentConnection, openOwn } from './own.ts'

const colours = { queue: '#875300', saved: '#27733F', highlights: '#0B6A7C', notConnected: '#63706E' }

/** What the button shows, and its title, which says the same in words. */
export interface Badge {
  text: string
  color: string
  title: string
}

/** Returns the badge for the number of tasks that wait: grey while nothing is connected. */
export function toQueueBadge(isConnected: boolean, waiting: number): Badge {
  const text = waiting > 0 ? String(waiting) : ''
  // A badge without text is not shown.
  if (!isConnected) return { text: text || '–', color: colours.notConnected, title: texts.notConnected }
  return { text, color: colours.queue, title: waiting > 0 ? texts.waiting(waiting) : texts.save }
}

async function readQueueBadge(): Promise<Badge> {
  const connection = await currentConnection()
  const queue = (await openOwn()).queue.all.get()
  return toQueueBadge(connection !== undefined, queue.length)
}

/** Shows on the button how many tasks wait, or that nothing is connected. The state of single tabs comes on top. */
export async function showQueueBadge(): Promise<void> {
  const { text, color, title } = await readQueueBadge()
  await browser.action.setTitle({ title })
  await browser.action.setBadgeBackgroundColor({ color })
  await browser.action.setBadgeText({ text })
}

/** Takes the state of single tabs from the button: it is not true of another connection. */
export async function removeTabBadges(): Promise<void> {
  const { text, color, title } = await readQueueBadge()
  for (const { id: tabId } of await browser.tabs.query({}))
    try {
      if (tabId === undefined || (await browser.action.getBadgeText({ tabId })) === text) continue
      await browser.action.setBadgeBackgroundColor({ tabId, color })
      await browser.action.setTitle({ tabId, title })
      // null, and not undefined: Firefox requires it. The tab has the text of all tabs again.
      await browser.action.setBadgeText({ tabId, text: null as never })
    } catch {
      // The tab was closed since then.
    }
}

/** Shows on the button of a tab that its page is saved, and with how many highlights. */
export async function showPageBadge(tabId: number, isSaved: boolean, highlights: number): Promise<void> {
  if (!isSaved && highlights === 0) return
  const text = highlights > 0 ? String(highlights) : '✓'
  try {
    await browser.action.setBadgeBackgroundColor({
      tabId,
      color: highlights > 0 ? colours.highlights : colours.saved,
    })
    await browser.action.setBadgeText({ tabId, text })
    await browser.action.setTitle({
      tabId,
      title: highlights > 0 ? texts.highlights(highlights) : texts.saved,
    })
  } catch {
    // The tab was closed since then.
  }
}
