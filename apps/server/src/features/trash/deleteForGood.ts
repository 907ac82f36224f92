import { limits } from '@nestmark/core/limits'
import {
  grantCollections,
  type GrantedCollections,
  type GrantedLinks,
  grantLinks,
} from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { enqueueBulkAction, type BulkAction } from '../../undo/bulkActions.ts'
import type { Call } from '../../calls/call.ts'
import { StatusReply } from '../../calls/replies.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { isLarge } from '../collections/subtreeQuery.ts'
import { countByOwner, toCountChange, toSubject } from '../links/sets/batches.ts'
import { countTags, isLive } from '../links/lists/liveLinks.ts'
import { readDescendants, deleteCollections, removeLinks, hasMoreLinksThan, readSubjects } from './store.ts'

export type Deleted = { changed: number; job?: string }
export type Answer = Deleted | StatusReply<Deleted>

/** More collections or links than this are deleted by a job, in batches. */
export const maxImmediateItems = 200

/**
 * Deletes links by id, immediately or by a job.
 * @param trashed true when links outside the trash are reported as missing
 */
export function deleteChosen(call: Call, ids: readonly string[], trashed: boolean): Promise<Answer> {
  if (ids.length === 0) refuse('links.noneChosen')
  return runInLockedTree(call, async tx => {
    const granted = await grantLinks(tx, call.actor, 'links.delete', ids)
    if (trashed && granted.links.some(each => each.trashed_at === null)) refuse('links.notFound')
    if (granted.links.length <= limits.atOnce)
      return { changed: await deleteGranted(tx, granted, call.actor.personId, call.services.now()) }
    const links = { ids: granted.links.map(each => each.id) }
    return startDeleting(tx, call, { action: 'deleteLinks', links }, links.ids.length)
  })
}

/**
 * Deletes granted links, and subtracts them from the counters that still include them.
 * @param job the job that deletes them in batches
 * @param inside true when they are deleted with their collection, which has its own event
 */
export async function deleteGranted(
  tx: Tx,
  granted: GrantedLinks<'links.delete'>,
  by: string,
  at: number,
  { job = null, inside = false }: { job?: string | null; inside?: boolean } = {},
): Promise<number> {
  const counted = granted.links.filter(link => link.trashed_at === null)
  await countByOwner(tx, counted, link => toCountChange(link, -1), at)
  await countTags(tx, counted.filter(isLive), -1)
  await recordEvent(tx, { type: 'link.removed', by, at }, counted.filter(isLive).map(toSubject))
  if (!inside) await recordEvent(tx, { type: 'link.deleted', by, at, job }, granted.links.map(toSubject))
  return removeLinks(tx, { seqs: granted.links.map(each => each.seq) }, at)
}

/** Deletes some of the trashed links of a person. */
export async function deleteTrashed(
  tx: Tx,
  seqs: readonly number[],
  { by, at, batch }: { by: string; at: number; batch?: string },
): Promise<number> {
  await recordEvent(tx, { type: 'link.deleted', by, at, job: batch }, await readSubjects(tx, seqs))
  return removeLinks(tx, { seqs }, at)
}

/** Records the deletion of collections with all their content, before they are deleted. */
export async function recordDeletion(
  tx: Tx,
  { collections }: GrantedCollections<'collections.delete'>,
  by: string,
  at: number,
): Promise<void> {
  const deleted = collections.map(each => ({
    collectionId: each.id,
    displayedIn: each.parent_id,
    id: each.id,
    title: each.name,
  }))
  await recordEvent(tx, { type: 'collection.deleted', by, at }, deleted)
}

/** Deletes collections with all their content, immediately or by a job. */
export async function deleteTrees(tx: Tx, call: Call, tops: readonly string[]): Promise<Deleted> {
  if ((await isLarge(tx, tops, maxImmediateItems)) || (await hasMoreLinksThan(tx, tops, maxImmediateItems)))
    return startDeleting(tx, call, { action: 'deleteCollections', collections: tops }, tops.length)
  const granted = await grantCollections(tx, call.actor, 'collections.delete', tops)
  await recordDeletion(tx, granted, call.actor.personId, call.services.now())
  const ids = await readDescendants(tx, tops)
  await removeLinks(tx, { inside: ids }, call.services.now())
  await deleteCollections(tx, granted, ids)
  return { changed: tops.length }
}

/** Queues a job for a deletion. */
export async function startDeleting(tx: Tx, call: Call, order: BulkAction, total: number): Promise<Deleted> {
  return { changed: total, job: await enqueueBulkAction(tx, call.actor, order, total, call.services.now()) }
}

/** Runs a deletion in a transaction that locks the caller's tree. Returns the response: 202 when a job continues. */
export async function runInLockedTree(call: Call, work: (tx: Tx) => Promise<Deleted>): Promise<Answer> {
  const { actor, services } = call
  const answer = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    return work(tx)
  })
  if (answer.job === undefined) return answer
  services.jobs.wake()
  return new StatusReply(answer, 202, 'OK')
}
