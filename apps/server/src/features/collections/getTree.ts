import * as contract from '@nestmark/contract/collections'
import { action } from '../../calls/action.ts'
import { presentTree } from './present.ts'
import { readMembers, treeRows } from './store.ts'

/** Returns the caller's complete tree. */
export const getTree = action(contract.getTree, async ({ actor, services }) => {
  const { read } = services.db
  const members = await readMembers(read, actor.personId)
  return presentTree(await treeRows(read, actor.personId), actor.rootId, members)
})
