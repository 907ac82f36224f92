import { createLocalIds } from '@nestmark/client/outbox/localIds'
import { createQueue, type QueuedMutation } from '@nestmark/client/outbox/queue'
import { clientStorage } from '../browser/storage.ts'
import { useStore } from '../store.ts'

export type { QueuedMutation }

/** The queued mutations of this browser. */
export const queue = createQueue(clientStorage)
export const { readQueue, queueMutation, updateQueued, removeQueued, clearQueue } = queue

/** The IDs that the server has returned to this page in place of temporary ones. */
export const localIds = createLocalIds(queue)
export const { replaceLocalIds } = localIds

/** Returns the queued mutations of the signed-in user; the component renders again when they change. */
export function useQueue(): readonly QueuedMutation[] {
  return queue.filterOwn(useStore(queue.all))
}
