import { grantCollections, grantPermittedCollections, grantPermittedLinks } from '../../access/grant.ts'
import type { Tx } from '../../db/db.ts'
import type { BulkPayload, CollectionsAction } from '../../undo/bulkActions.ts'
import { checkMove, moveCheckedCollections } from '../collections/placing/moveCollections.ts'
import { deleteGranted, recordDeletion } from '../trash/deleteForGood.ts'
import { readDescendants, deleteCollections, readDescendantLinks } from '../trash/store.ts'
import { restoreTops, recordTrashing, trashTops } from '../trash/trashCollections.ts'
import type { Step } from '../../undo/step.ts'

type Payload = BulkPayload<CollectionsAction>

const linksAtOnce = 500
const topsAtOnce = 20

/**
 * Runs the next batch of an action on collections. A move is one transaction of any size, because only the top of
 * each subtree changes. Trash and restore process one top at a time, so that no subtree is ever half trashed.
 */
export async function collectionsStep(tx: Tx, payload: Payload, key: string): Promise<Step> {
  const { actor, at, collections } = payload
  if (payload.action === 'deleteCollections') return deleteStep(tx, payload)
  const from = payload.next && 'position' in payload.next ? payload.next.position : 0
  const size = payload.action === 'moveCollections' ? collections.length : topsAtOnce
  const ids = collections.slice(from, from + size)
  const next = from + size < collections.length ? { position: from + size } : undefined
  const step = (changed: number): Step => ({ changed, left: ids.length - changed, seen: ids.length, next })
  if (payload.action === 'moveCollections') {
    const moving = await grantPermittedCollections(tx, actor, 'collections.move', ids)
    await checkMove(tx, actor, moving, payload.to)
    await moveCheckedCollections(tx, moving, payload.to, at, { key, by: actor.personId })
    return step(moving.collections.length)
  }
  const granted = await grantPermittedCollections(tx, actor, 'collections.trash', ids)
  if (payload.action === 'trashCollections') {
    await recordTrashing(tx, granted, actor.personId, at, key)
    return step(await trashTops(tx, granted, at, key))
  }
  const { changed, placed } = await restoreTops(tx, actor, granted, { key, by: actor.personId, at })
  return { ...step(changed), placed }
}

/** Deletes links first, in small batches, and the collections at the end, when they are empty. */
async function deleteStep(tx: Tx, { actor, at, collections }: Payload): Promise<Step> {
  const there = await grantPermittedCollections(tx, actor, 'collections.delete', collections)
  // A collection that was restored concurrently is no longer deleted.
  const tops = there.collections.filter(each => each.trashed_at !== null).map(each => each.id)
  const ids = tops.length > 0 ? await readDescendantLinks(tx, tops, linksAtOnce) : []
  if (ids.length > 0) {
    const links = await grantPermittedLinks(tx, actor, 'links.delete', ids)
    await deleteGranted(tx, links, actor.personId, at, { inside: true })
    return { changed: 0, left: 0, seen: 0, next: 'again' }
  }
  if (tops.length === 0) return { changed: 0, left: collections.length, seen: collections.length }
  const granted = await grantCollections(tx, actor, 'collections.delete', tops)
  await recordDeletion(tx, granted, actor.personId, at)
  await deleteCollections(tx, granted, await readDescendants(tx, tops))
  return { changed: tops.length, left: collections.length - tops.length, seen: collections.length }
}
