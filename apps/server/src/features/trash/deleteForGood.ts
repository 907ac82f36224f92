import { limits } from '@nestmark/core/limits'
import * as collections from '@nestmark/contract/collections'
import * as links from '@nestmark/contract/links/links'
import * as trash from '@nestmark/contract/trash'
import {
  grantCollections,
  type GrantedCollections,
  type GrantedLinks,
  grantLinks,
  grantCollection,
} from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { enqueueBulkAction, type BulkAction, replyToBulkAction } from '../../undo/bulkActions.ts'
import type { Call } from '../../calls/call.ts'
import { StatusReply } from '../../calls/replies.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { isLarge } from '../collections/subtreeQuery.ts'
import { countByOwner, toCountChange, toSubject } from '../links/sets/batches.ts'
import { countTags, isLive } from '../links/lists/liveLinks.ts'
import {
  readDescendants,
  deleteCollections,
  removeLinks,
  hasMoreLinksThan,
  readSubjects,
  countTrashedLinks,
  detachSubtree,
  trashedSeqs,
} from './store.ts'
import { action } from '../../calls/action.ts'
import { chosenCollections } from '../collections/placing/targets.ts'
import { trashedTops } from '../collections/store.ts'
import { lastLink } from '../links/store.ts'
import { recordTrashing, trashTops } from './trashCollections.ts'

type Deleted = { changed: number; job?: string }
type Answer = Deleted | StatusReply<Deleted>

/** More collections or links than this are deleted by a job, in batches. */
const maxImmediateItems = 200

/**
 * Deletes links by id, immediately or by a job.
 * @param trashed true when links outside the trash are reported as missing
 */
function deleteChosen(call: Call, ids: readonly string[], trashed: boolean): Promise<Answer> {
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
async function deleteTrees(tx: Tx, call: Call, tops: readonly string[]): Promise<Deleted> {
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
async function startDeleting(tx: Tx, call: Call, order: BulkAction, total: number): Promise<Deleted> {
  return { changed: total, job: await enqueueBulkAction(tx, call.actor, order, total, call.services.now()) }
}

/** Runs a deletion in a transaction that locks the caller's tree. Returns the response: 202 when a job continues. */
async function runInLockedTree(call: Call, work: (tx: Tx) => Promise<Deleted>): Promise<Answer> {
  const { actor, services } = call
  const answer = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    return work(tx)
  })
  return replyToBulkAction(services, answer)
}

/** Deletes links permanently, trashed or not. */
export const deleteLinks = action(links.deleteLinks, (call, { linkIdArr }) => {
  return deleteChosen(call, linkIdArr, false)
})

/** Deletes a collection with all its descendants permanently, trashed or not: moves it to the trash first. */
export const deleteCollection = action(collections.deleteCollection, (call, { folder_id }) => {
  return runInLockedTree(call, async tx => {
    await grantCollections(tx, call.actor, 'collections.delete', [folder_id])
    const granted = await grantCollection(tx, call.actor, 'collections.trash', folder_id)
    const top = granted.collection
    if (top.parent_id === null) refuse('collections.rootFixed')
    if (top.trashed_by === null) {
      await recordTrashing(tx, granted, call.actor.personId, call.services.now(), null)
      await trashTops(tx, granted, call.services.now(), null)
    } else if (top.trashed_at === null) await detachSubtree(tx, granted, folder_id, call.services.now())
    return deleteTrees(tx, call, [folder_id])
  })
})

/** Deletes trashed links permanently. */
export const deleteTrashedLinks = action(trash.deleteTrashedLinks, (call, { linkIdArr, every, except }) => {
  if (!every) return deleteChosen(call, linkIdArr, true)
  return runInLockedTree(call, tx => deleteEvery(tx, call, except ?? []))
})

async function deleteEvery(tx: Tx, call: Call, except: readonly string[]): Promise<Deleted> {
  const total = (await countTrashedLinks(tx, call.actor.personId)) - except.length
  if (total <= 0) return refuse('links.noneChosen')
  const chosen = { every: { trash: 1 as const }, except, upTo: await lastLink(tx) }
  return startDeleting(tx, call, { action: 'deleteLinks', links: chosen }, total)
}

/**
 * Deletes trashed collections permanently, with all their descendants. Reports collections outside the trash as missing.
 */
export const deleteTrashedCollections = action(trash.deleteTrashedCollections, (call, input) => {
  return runInLockedTree(call, async tx => {
    const ids = await chosenCollections(tx, call.actor, input.folderIdArr, input)
    const granted = await grantCollections(tx, call.actor, 'collections.delete', ids)
    if (granted.collections.some(each => each.trashed_at === null)) refuse('collections.notFound')
    return deleteTrees(tx, call, ids)
  })
})

/** Deletes all trashed collections (1) or all trashed links (2) of the caller permanently. */
export const emptyTrash = action(trash.emptyTrash, (call, { type }) => {
  const { personId } = call.actor
  return runInLockedTree(call, async tx => {
    if (type === 1) {
      const tops = await trashedTops(tx, personId)
      return tops.length === 0 ? { changed: 0 } : deleteTrees(tx, call, tops)
    }
    const seqs = await trashedSeqs(tx, personId, maxImmediateItems + 1)
    if (seqs.length <= maxImmediateItems)
      return { changed: await deleteTrashed(tx, seqs, { by: personId, at: call.services.now() }) }
    return startDeleting(tx, call, { action: 'deleteLinks' }, await countTrashedLinks(tx, personId))
  })
})
