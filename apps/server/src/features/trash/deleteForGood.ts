import type { deleteCollection as deleteCollectionCall } from '@nestmark/contract/collections'
import type { deleteLinks as deleteAnywhere } from '@nestmark/contract/links'
import type { Parsed } from '@nestmark/contract/operation'
import type {
  deleteTrashedCollections as deleteTrashedCollectionsCall,
  deleteTrashedLinks as deleteTrashedLinksCall,
  emptyTrash as empty,
} from '@nestmark/contract/trash'
import { limits } from '@nestmark/core/limits'
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
import { startBulk, type BulkOrder } from '../../undo/bulk.ts'
import { type Call, WithStatus } from '../../http/implement.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { isLarge } from '../collections/subtreeQuery.ts'
import { trashedTops } from '../collections/store.ts'
import { chosenCollections } from '../collections/targets.ts'
import { countByOwner, toCountChange, countTags, isLive, toSubject } from '../links/batches.ts'
import { lastLink } from '../links/store.ts'
import {
  readDescendants,
  countTrashedLinks,
  cutOut,
  deleteCollections,
  removeLinks,
  holdsMore,
  readSubjects,
  trashedSeqs,
} from './store.ts'
import { recordTrashing, trashTops } from './trashCollections.ts'

type Deleted = { changed: number; job?: string }
type Answer = Deleted | WithStatus<Deleted>

/** More collections or links than this are deleted by a job, in batches. */
const manyAtOnce = 200

/**
 * Deletes trashed collections for good, with all their descendants. Reports collections outside the trash as missing.
 */
export function deleteTrashedCollections(
  call: Call,
  input: Parsed<typeof deleteTrashedCollectionsCall>,
): Promise<Answer> {
  return inTree(call, async tx => {
    const ids = await chosenCollections(tx, call.actor, input.folderIdArr, input)
    const granted = await grantCollections(tx, call.actor, 'collections.delete', ids)
    if (granted.collections.some(each => each.trashed_at === null)) refuse('collections.notFound')
    return deleteTrees(tx, call, ids)
  })
}

/** Deletes a collection with all its descendants for good, trashed or not: moves it to the trash first. */
export function deleteCollection(
  call: Call,
  { folder_id }: Parsed<typeof deleteCollectionCall>,
): Promise<Answer> {
  return inTree(call, async tx => {
    await grantCollections(tx, call.actor, 'collections.delete', [folder_id])
    const granted = await grantCollection(tx, call.actor, 'collections.trash', folder_id)
    const top = granted.collection
    if (top.parent_id === null) refuse('collections.rootFixed')
    if (top.trashed_by === null) {
      await recordTrashing(tx, granted, call.actor.personId, call.services.now(), null)
      await trashTops(tx, granted, call.services.now(), null)
    } else if (top.trashed_at === null) await cutOut(tx, granted, folder_id, call.services.now())
    return deleteTrees(tx, call, [folder_id])
  })
}

/** Deletes trashed links for good. */
export function deleteTrashedLinks(
  call: Call,
  { linkIdArr, every, except }: Parsed<typeof deleteTrashedLinksCall>,
): Promise<Answer> {
  if (!every) return deleteChosen(call, linkIdArr, true)
  return inTree(call, tx => deleteEvery(tx, call, except ?? []))
}

/** Deletes links for good, trashed or not. */
export function deleteLinks(call: Call, { linkIdArr }: Parsed<typeof deleteAnywhere>): Promise<Answer> {
  return deleteChosen(call, linkIdArr, false)
}

function deleteChosen(call: Call, ids: readonly string[], trashed: boolean): Promise<Answer> {
  if (ids.length === 0) refuse('links.noneChosen')
  return inTree(call, async tx => {
    const granted = await grantLinks(tx, call.actor, 'links.delete', ids)
    if (trashed && granted.links.some(each => each.trashed_at === null)) refuse('links.notFound')
    if (granted.links.length <= limits.atOnce)
      return { changed: await deleteGranted(tx, granted, call.actor.personId, call.services.now()) }
    const links = { ids: granted.links.map(each => each.id) }
    return start(tx, call, { action: 'deleteLinks', links }, links.ids.length)
  })
}

async function deleteEvery(tx: Tx, call: Call, except: readonly string[]): Promise<Deleted> {
  const total = (await countTrashedLinks(tx, call.actor.personId)) - except.length
  if (total <= 0) return refuse('links.noneChosen')
  const links = { every: { trash: 1 as const }, except, upTo: await lastLink(tx) }
  return start(tx, call, { action: 'deleteLinks', links }, total)
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
  return removeLinks(tx, { seqs: granted.links.map(each => each.seq) })
}

/** Deletes all trashed collections (1) or all trashed links (2) of the caller for good. */
export function emptyTrash(call: Call, { type }: Parsed<typeof empty>): Promise<Answer> {
  const { personId } = call.actor
  return inTree(call, async tx => {
    if (type === 1) {
      const tops = await trashedTops(tx, personId)
      return tops.length === 0 ? { changed: 0 } : deleteTrees(tx, call, tops)
    }
    const seqs = await trashedSeqs(tx, personId, manyAtOnce + 1)
    if (seqs.length <= manyAtOnce)
      return { changed: await deleteTrashed(tx, seqs, { by: personId, at: call.services.now() }) }
    return start(tx, call, { action: 'deleteLinks' }, await countTrashedLinks(tx, call.actor.personId))
  })
}

/** Deletes some of the trashed links of a person. */
export async function deleteTrashed(
  tx: Tx,
  seqs: readonly number[],
  { by, at, batch }: { by: string; at: number; batch?: string },
): Promise<number> {
  await recordEvent(tx, { type: 'link.deleted', by, at, job: batch }, await readSubjects(tx, seqs))
  return removeLinks(tx, { seqs })
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
    shownIn: each.parent_id,
    id: each.id,
    title: each.name,
  }))
  await recordEvent(tx, { type: 'collection.deleted', by, at }, deleted)
}

async function deleteTrees(tx: Tx, call: Call, tops: readonly string[]): Promise<Deleted> {
  if ((await isLarge(tx, tops, manyAtOnce)) || (await holdsMore(tx, tops, manyAtOnce)))
    return start(tx, call, { action: 'deleteCollections', collections: tops }, tops.length)
  const granted = await grantCollections(tx, call.actor, 'collections.delete', tops)
  await recordDeletion(tx, granted, call.actor.personId, call.services.now())
  const ids = await readDescendants(tx, tops)
  await removeLinks(tx, { inside: ids })
  await deleteCollections(tx, granted, ids)
  return { changed: tops.length }
}

async function start(tx: Tx, call: Call, order: BulkOrder, total: number): Promise<Deleted> {
  return { changed: total, job: await startBulk(tx, call.actor, order, total, call.services.now()) }
}

async function inTree(call: Call, work: (tx: Tx) => Promise<Deleted>): Promise<Answer> {
  const { actor, services } = call
  const answer = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    return work(tx)
  })
  if (answer.job === undefined) return answer
  services.jobs.wake()
  return new WithStatus(answer, 202, 'OK')
}
