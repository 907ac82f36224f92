import * as contract from '@nestmark/contract/trash'
import { grantCollections } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { chosenCollections } from '../collections/placing/targets.ts'
import { deleteTrees, runInLockedTree } from './deleteForGood.ts'

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
