import type { Output, Parsed } from '@nestmark/contract/operation'
import type { countTrash as countTrashCall } from '@nestmark/contract/trash'
import { grantCollections } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { chosenCollections } from '../collections/targets.ts'
import { countDescendants } from './store.ts'

/** Returns what the permanent deletion of trashed collections would delete. */
export async function countTrash(
  call: Call,
  input: Parsed<typeof countTrashCall>,
): Promise<Output<typeof countTrashCall>> {
  const { read } = call.services.db
  const ids = await chosenCollections(read, call.actor, input.folderIdArr, input)
  const granted = await grantCollections(read, call.actor, 'collections.delete', ids)
  if (granted.collections.some(each => each.trashed_at === null)) refuse('collections.notFound')
  return countDescendants(read, ids)
}
