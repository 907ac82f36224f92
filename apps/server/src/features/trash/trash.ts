import * as contract from '@nestmark/contract/trash'
import { grantCollections } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { chosenCollections } from '../collections/placing/targets.ts'
import { countDescendants, countTrashedLinks } from './store.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { presentLinks } from '../links/present.ts'
import { selectTrashedLinks } from './listQuery.ts'
import { deleteChosen, deleteTrees, runInLockedTree, type Deleted, startDeleting } from './deleteForGood.ts'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../calls/call.ts'
import { lastLink } from '../links/store.ts'

/** Returns what the permanent deletion of trashed collections would delete. */
export const countTrash = action(contract.countTrash, async (call, input) => {
  const { read } = call.services.db
  const ids = await chosenCollections(read, call.actor, input.folderIdArr, input)
  const granted = await grantCollections(read, call.actor, 'collections.delete', ids)
  if (granted.collections.some(each => each.trashed_at === null)) refuse('collections.notFound')
  return countDescendants(read, ids)
})

/** Returns the links that were trashed individually, the last trashed first. */
export const listTrashedLinks = action(contract.listTrashedLinks, async (call, { page }) => {
  const { personId } = call.actor
  const { read } = call.services.db
  const [rows, total] = await selectTrashedLinks(read, personId, page)
  return { links: presentLinks(rows, 'owner', createPictureAddresses(call)), page, total }
})

/** Deletes trashed links permanently. */
export const deleteTrashedLinks = action(
  contract.deleteTrashedLinks,
  (call, { linkIdArr, every, except }) => {
    if (!every) return deleteChosen(call, linkIdArr, true)
    return runInLockedTree(call, tx => deleteEvery(tx, call, except ?? []))
  },
)

async function deleteEvery(tx: Tx, call: Call, except: readonly string[]): Promise<Deleted> {
  const total = (await countTrashedLinks(tx, call.actor.personId)) - except.length
  if (total <= 0) return refuse('links.noneChosen')
  const links = { every: { trash: 1 as const }, except, upTo: await lastLink(tx) }
  return startDeleting(tx, call, { action: 'deleteLinks', links }, total)
}

/**
 * Deletes trashed collections permanently, with all their descendants. Reports collections outside the trash as missing.
 */
export const deleteTrashedCollections = action(contract.deleteTrashedCollections, (call, input) => {
  return runInLockedTree(call, async tx => {
    const ids = await chosenCollections(tx, call.actor, input.folderIdArr, input)
    const granted = await grantCollections(tx, call.actor, 'collections.delete', ids)
    if (granted.collections.some(each => each.trashed_at === null)) refuse('collections.notFound')
    return deleteTrees(tx, call, ids)
  })
})
