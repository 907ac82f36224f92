import * as collections from '@nestmark/contract/collections'
import * as links from '@nestmark/contract/links/links'
import * as trash from '@nestmark/contract/trash'
import { grantCollection, grantCollections } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { chosenCollections } from '../collections/placing/targets.ts'
import { trashedTops } from '../collections/store.ts'
import { lastLink } from '../links/store.ts'
import {
  type Deleted,
  deleteChosen,
  deleteTrashed,
  deleteTrees,
  maxImmediateItems,
  runInLockedTree,
  startDeleting,
} from './deleteForGood.ts'
import { countTrashedLinks, detachSubtree, trashedSeqs } from './store.ts'
import { recordTrashing, trashTops } from './trashCollections.ts'

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
