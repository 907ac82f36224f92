import type { Tx } from '../../db/db.ts'
import type { Call } from '../../http/implement.ts'
import { enqueue } from '../../jobs/store.ts'
import { indexSearchable } from '../links/linkText.ts'
import { listTaggedLinkSeqs, countLinkTags, lockSearchableLinks } from './store.ts'

/** The maximum number of links whose search index is updated immediately; a job updates more. */
const atOnce = 200
/** How long deleted or merged tags can be restored, in milliseconds. */
export const retentionMs = 3_600_000

/**
 * Updates the search index after a change of tags: in the same transaction, or by a job when many links have them.
 * @returns the job, if any
 */
export async function updateSearchIndex(
  tx: Tx,
  { actor, services: { now } }: Call,
  tags: readonly number[],
): Promise<string | undefined> {
  if (tags.length === 0) return undefined
  const count = await countLinkTags(tx, tags)
  if (count > atOnce)
    return enqueue(tx, {
      ownerId: actor.personId,
      kind: 'indexTags',
      payload: { tags, after: 0 },
      now: now(),
    })
  await reindexLinks(tx, await listTaggedLinkSeqs(tx, tags, 0))
  return undefined
}

/** Queues the deletion of removed tags for the time when they can no longer be restored. */
export async function clearLater(tx: Tx, { actor, services: { now } }: Call): Promise<void> {
  const at = now()
  await enqueue(tx, {
    ownerId: actor.personId,
    kind: 'clearTags',
    payload: {},
    now: at,
    runAfter: at + retentionMs,
  })
}

/** Updates the search index of one person's links to their current tags. */
export async function reindexLinks(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await indexSearchable(tx, await lockSearchableLinks(tx, seqs))
}
