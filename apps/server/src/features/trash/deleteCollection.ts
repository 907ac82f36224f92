import * as contract from '@nestmark/contract/collections'
import { grantCollections, grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { detachSubtree } from './store.ts'
import { recordTrashing, trashTops } from './trashCollections.ts'
import { deleteTrees, runInLockedTree } from './deleteForGood.ts'

/** Deletes a collection with all its descendants permanently, trashed or not: moves it to the trash first. */
export const deleteCollection = action(contract.deleteCollection, (call, { folder_id }) => {
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
