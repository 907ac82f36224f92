import { badgeTexts as texts } from '@nestmark/texts/extension'
import { browser } from '../lib/browser.ts'
import { showQueueBadge } from './badge.ts'
import type { Outcome } from './queue.ts'

/** Shows on the button of a tab what became of a save by the context menu. */
export async function flashBadge(tabId: number, outcome: Outcome): Promise<void> {
  const refused = !outcome.done && outcome.problem?.kind === 'refused'
  const text = outcome.done ? '✓' : refused ? '!' : '…'
  const color = outcome.done ? '#27733F' : refused ? '#B32E2F' : '#875300'
  const title = outcome.done ? texts.saved : (outcome.problem?.message ?? texts.notConnected)
  try {
    await browser.action.setBadgeBackgroundColor({ tabId, color })
    await browser.action.setBadgeText({ tabId, text })
    await browser.action.setTitle({ tabId, title })
  } catch {
    // The tab was closed since then.
    await showQueueBadge()
  }
}
