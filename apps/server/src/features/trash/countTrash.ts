import * as contract from '@nestmark/contract/trash'
import { grantCollections } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { chosenCollections } from '../collections/placing/targets.ts'
import { countDescendants } from './store.ts'

/** Returns what the permanent deletion of trashed collections would delete. */
export const countTrash = action(contract.countTrash, async (call, input) => {
  const { read } = call.services.db
  const ids = await chosenCollections(read, call.actor, input.folderIdArr, input)
  const granted = await grantCollections(read, call.actor, 'collections.delete', ids)
  if (granted.collections.some(each => each.trashed_at === null)) refuse('collections.notFound')
  return countDescendants(read, ids)
})
