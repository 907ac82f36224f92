import type { Tx } from '../../../db/db.ts'
import { enqueue, isQueuedFor } from '../../../jobs/store.ts'
import { indexWordsKind } from '../../searchQuery/searchContext.ts'
import { deleteUnusedWords, deleteWords } from './wordStore.ts'

export const sweepWordsKind = 'sweepWords'

/** The last link whose words were added. */
export interface IndexWordsPayload {
  after: number
}

/** More words than these are removed without checking other links; a job indexes those again. */
const maxLookups = 5000

/**
 * Removes previous words of links from the words of their owner's library, where no other link has them. The index must
 * already have the new texts, and the transaction the lock on the owner's row.
 */
export async function forgetWords(
  tx: Tx,
  ownerId: string,
  words: ReadonlySet<string>,
  at: number,
): Promise<void> {
  if (words.size === 0) return
  if (words.size <= maxLookups) return deleteUnusedWords(tx, ownerId, [...words])
  await deleteWords(tx, ownerId, [...words])
  const payload: IndexWordsPayload = { after: 0 }
  await enqueue(tx, { ownerId, kind: indexWordsKind, payload: { ...payload }, now: at })
}

/** Many changes in a short time have one job. In milliseconds. */
const sweepDelayMs = 60_000

/** Queues the job that removes all words that no link of a library has any more, unless one waits. */
export async function sweepWordsLater(
  tx: Tx,
  ownerId: string,
  at: number,
  delayMs = sweepDelayMs,
): Promise<void> {
  if (await isQueuedFor(tx, ownerId, sweepWordsKind)) return
  await enqueue(tx, { ownerId, kind: sweepWordsKind, payload: {}, now: at, runAfter: at + delayMs })
}
