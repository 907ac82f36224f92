import type { getTree as getTreeCall } from '@nestmark/contract/collections'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { presentTree } from './present.ts'
import { readMembers, treeRows } from './store.ts'

/** Returns the caller's complete tree. */
export async function getTree({ actor, services }: Call): Promise<Output<typeof getTreeCall>> {
  const { read } = services.db
  const members = await readMembers(read, actor.personId)
  return presentTree(await treeRows(read, actor.personId), actor.rootId, members)
}
