import type { Parsed } from '@nestmark/contract/operation'
import type { deleteTrashedCollections as deleteTrashedCollectionsCall } from '@nestmark/contract/trash'
import { grantCollections } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { chosenCollections } from '../collections/targets.ts'
import { type Answer, deleteTrees, runInLockedTree } from './deleteForGood.ts'

/**
 * Deletes trashed collections permanently, with all their descendants. Reports collections outside the trash as missing.
 */
export function deleteTrashedCollections(
  call: Call,
  input: Parsed<typeof deleteTrashedCollectionsCall>,
): Promise<Answer> {
  return runInLockedTree(call, async tx => {
    const ids = await chosenCollections(tx, call.actor, input.folderIdArr, input)
    const granted = await grantCollections(tx, call.actor, 'collections.delete', ids)
    if (granted.collections.some(each => each.trashed_at === null)) refuse('collections.notFound')
    return deleteTrees(tx, call, ids)
  })
}
