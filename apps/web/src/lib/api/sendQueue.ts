import { outboxTexts } from '@nestmark/texts/outbox'
import { shellTexts } from '@nestmark/texts/shell'
import { connection, onReconnect } from '../connection.ts'
import { loadCode } from '../lazy.ts'
import { toast } from '../toasts.ts'
import { readQueue } from '../outbox/queue.ts'

const loadSender = () => loadCode(() => import('./sender.ts'))

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
