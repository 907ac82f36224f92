import { createQueue, type QueuedMutation } from '@nestmark/client/outbox/queue'
import { clientStorage } from '../browser/storage.ts'
import { useStore } from '../store.ts'

export type { QueuedMutation }

/** The queued mutations of this browser. */
export const queue = createQueue(clientStorage)
export const { readQueue, queueMutation, updateQueued, removeQueued, clearQueue } = queue

/** Returns the queued mutations of the signed-in user; the component renders again when they change. */
export function useQueue(): readonly QueuedMutation[] {
  return queue.filterOwn(useStore(queue.all))
}
