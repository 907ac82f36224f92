import { connection, onReconnect } from '../connection.ts'
import { readQueue } from './queue.ts'

const loadSender = () => import('./sender.ts')

/** Loads the code that sends queued mutations. */
export function preloadSender(): void {
  // It is loaded again when there is something to send.
  loadSender().catch(() => undefined)
}

/** Sends the queued mutations in order, in one tab at a time. Without its code they wait for the next call. */
export async function sendQueue(): Promise<void> {
  // A browser does not load a module again whose first request has failed.
  if (connection.get() !== 'up' || !readQueue().some(({ state }) => state === 'waiting')) return
  const sender = await loadSender().catch(() => undefined)
  await sender?.send()
}

onReconnect(() => void sendQueue())
