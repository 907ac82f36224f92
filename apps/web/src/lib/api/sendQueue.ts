import { outboxTexts, outboxTexts as texts } from '@nestmark/texts/outbox'
import { shellTexts } from '@nestmark/texts/shell'
import { connection, onReconnect, tracker } from '../connection.ts'
import { loadCode } from '../lazy.ts'
import { toast } from '../toasts.ts'
import { readQueue, localIds, queue } from '../outbox/queue.ts'
import { createSender } from '@nestmark/client/outbox/send'
import { client, formatError } from './client.ts'
import { refresh, reportSessionEnd } from './queryClient.ts'
import { openOverlay } from '../overlays/overlay.ts'
import { token } from '../browser/token.ts'

const loadSender = () => loadCode(() => import('./sendQueue.ts'))

/** Loads the code that sends queued mutations. */
export function preloadSender(): void {
  // Reported when there is something to send.
  loadSender().catch(() => undefined)
}

/**
 * Sends the queued mutations in order, in one tab at a time. When its code cannot be loaded, a toast offers to reload the
 * page.
 */
export async function sendQueue(): Promise<void> {
  const count = readQueue().filter(({ state }) => state === 'waiting').length
  if (connection.get() !== 'up' || count === 0) return
  const sender = await loadSender().catch(() => undefined)
  if (sender) await sender.send()
  else if (connection.get() === 'up')
    toast({
      tone: 'danger',
      title: outboxTexts.refused(count),
      action: { label: shellTexts.reload, run: () => location.reload() },
    })
}

onReconnect(() => void sendQueue())

/** Sends the queued mutations of this page. Loaded when there are some: most visits queue nothing. */
export const send = createSender({
  client,
  queue,
  localIds,
  token,
  tracker,
  formatError,
  onSessionEnd: reportSessionEnd,
  onRefused: ({ title }, sentence) =>
    void toast({
      tone: 'danger',
      title: texts.notSent(title),
      line: sentence,
      action: { label: texts.show, run: () => openOverlay('outbox', {}) },
      duration: 10_000,
    }),
  async onEnd(count, topics) {
    if (topics.length > 0) await refresh(topics)
    if (count > 0) toast({ title: texts.sent(count) })
  },
})
