import { browser } from '../lib/browser.ts'
import { connectionChange } from '../lib/connectionChange.ts'
import { removeTabBadges, showQueueBadge } from './badge.ts'

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
