import { badgeTexts as texts } from '@nestmark/texts/extension'
import { browser } from '../lib/browser.ts'
import { currentConnection, openOwn } from './own.ts'

const colours = { queue: '#875300', kept: '#27733F', highlights: '#0B6A7C' }

/** Shows on the button how many tasks wait, or that nothing is connected. The state of single tabs comes on top. */
export async function showQueueBadge(): Promise<void> {
  const connection = await currentConnection()
  const queue = (await openOwn()).queue.all.get()
  const title = !connection ? texts.notConnected : queue.length > 0 ? texts.waiting(queue.length) : texts.save
  await browser.action.setTitle({ title })
  await browser.action.setBadgeBackgroundColor({ color: colours.queue })
  await browser.action.setBadgeText({ text: queue.length > 0 ? String(queue.length) : '' })
}

/** Shows on the button of a tab that its page is kept, and with how many highlights. */
export async function showKeptBadge(tabId: number, kept: boolean, highlights: number): Promise<void> {
  if (!kept && highlights === 0) return
  const text = highlights > 0 ? String(highlights) : '✓'
  try {
    await browser.action.setBadgeBackgroundColor({
      tabId,
      color: highlights > 0 ? colours.highlights : colours.kept,
    })
    await browser.action.setBadgeText({ tabId, text })
    await browser.action.setTitle({
      tabId,
      title: highlights > 0 ? texts.highlights(highlights) : texts.kept,
    })
  } catch {
    // The tab was closed meanwhile.
  }
}
