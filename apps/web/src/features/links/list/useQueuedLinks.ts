import { oneClickSave, saveLink } from '@nestmark/contract/links/links'
import { type QueuedMutation, useQueue } from '../../../lib/outbox/queue.ts'

/** The fields of `saveLink` and `oneClickSave` that are shown. */
export interface QueuedSave {
  link?: string
  url?: string
  category?: number
  parent?: string | null
}

const operations: readonly string[] = [saveLink.path, oneClickSave.path]

/**
 * Returns the new links that wait to be sent, the newest first.
 * @param parent only those of this collection
 */
export function useQueuedLinks(parent?: string): readonly QueuedMutation[] {
  const queue = useQueue()
  return queue
    .filter(
      ({ op, input }) =>
        operations.includes(op) && (parent === undefined || (input as QueuedSave).parent === parent),
    )
    .toReversed()
}
