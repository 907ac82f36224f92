import type { getSharedTrees as getSharedTreesCall } from '@nestmark/contract/share'
import type { Output } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { Call } from '../../calls/call.ts'
import { presentTrees } from '../collections/present.ts'
import { readDescendantRows, sharedWith } from './store.ts'

/** Returns what others share with the caller, as trees. */
export async function getSharedTrees({
  actor,
  services: { db },
}: Call): Promise<Output<typeof getSharedTreesCall>> {
  const shares = await sharedWith(db.read, actor.personId)
  const tops = shares.map(share => share.id)
  const trees = presentTrees(await readDescendantRows(db.read, tops), tops)
  return shares.map((share, at) => ({
    type: share.may_write ? 'write' : 'read',
    tree: assertDefined(trees[at], 'tree'),
  }))
}
