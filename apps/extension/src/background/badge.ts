import { badgeTexts as texts } from '@nestmark/texts/extension'
import { browser } from '../lib/browser.ts'
import { connectionChange } from '../lib/connectionChange.ts'
import { currentConnection, openOwn } from './own.ts'
import type { Outcome } from './queue.ts'

const colours = {
  queue: '#875300',
  saved: '#27733F',
  highlights: '#0B6A7C',
  notConnected: '#63706E',
  refused: '#B32E2F',
}

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

/** @param tabId undefined for all tabs, unless one has a badge of its own */
async function setBadge({ text, color, title }: Badge, tabId?: number): Promise<void> {
  const target = tabId === undefined ? {} : { tabId }
  await browser.action.setTitle({ ...target, title })
  await browser.action.setBadgeBackgroundColor({ ...target, color })
  await browser.action.setBadgeText({ ...target, text })
}

async function readQueueBadge(): Promise<Badge> {
  const connection = await currentConnection()
  const queue = (await openOwn()).queue.all.get()
  return toQueueBadge(connection !== undefined, queue.length)
}

/** Shows on the button how many tasks wait, or that nothing is connected. The state of single tabs comes on top. */
export async function showQueueBadge(): Promise<void> {
  await setBadge(await readQueueBadge())
}

/** Takes the state of single tabs from the button: it is not true of another connection. */
async function removeTabBadges(): Promise<void> {
  const badge = await readQueueBadge()
  for (const { id: tabId } of await browser.tabs.query({}))
    try {
      if (tabId === undefined || (await browser.action.getBadgeText({ tabId })) === badge.text) continue
      // null, and not undefined: Firefox requires it. The tab has the text of all tabs again.
      await setBadge({ ...badge, text: null as never }, tabId)
    } catch {
      // The tab was closed since then.
    }
}

/** Shows on the button of a tab that its page is saved, and with how many highlights. */
export async function showPageBadge(tabId: number, isSaved: boolean, highlights: number): Promise<void> {
  if (!isSaved && highlights === 0) return
  const badge =
    highlights > 0
      ? { text: String(highlights), color: colours.highlights, title: texts.highlights(highlights) }
      : { text: '✓', color: colours.saved, title: texts.saved }
  // The tab may be closed since then.
  await setBadge(badge, tabId).catch(() => undefined)
}

/** Shows on the button of a tab what became of a save by the context menu. */
export async function flashBadge(tabId: number, outcome: Outcome): Promise<void> {
  const isRefused = !outcome.done && outcome.problem?.kind === 'refused'
  const badge = outcome.done
    ? { text: '✓', color: colours.saved, title: texts.saved }
    : {
        text: isRefused ? '!' : '…',
        color: isRefused ? colours.refused : colours.queue,
        title: outcome.problem?.message ?? texts.notConnected,
      }
  // The tab may be closed since then.
  await setBadge(badge, tabId).catch(showQueueBadge)
}

/**
 * Shows a new connection, or its end, wherever the old one is shown: on the button, in the pages of the extension, and in web pages,
 * also in those of other windows.
 */
export async function showConnection(): Promise<void> {
  await showQueueBadge()
  await removeTabBadges()
  const tabs = await browser.tabs.query({})
  const sent = tabs.map(({ id }) =>
    id === undefined ? undefined : browser.tabs.sendMessage(id, connectionChange, { frameId: 0 }),
  )
  // Where none of our pages or scripts is, nobody listens.
  await Promise.allSettled([browser.runtime.sendMessage(connectionChange), ...sent])
}
