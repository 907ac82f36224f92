import type { getTree as getTreeCall } from '@nestmark/contract/collections'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { presentTree } from './present.ts'
import { treeRows } from './store.ts'

/** Returns the caller's whole tree. */
export async function getTree({ actor, services }: Call): Promise<Output<typeof getTreeCall>> {
  return presentTree(await treeRows(services.db.read, actor.personId), actor.rootId)
}
