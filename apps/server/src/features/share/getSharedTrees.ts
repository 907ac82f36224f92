import * as contract from '@nestmark/contract/sharing/share'
import { assertDefined } from '@nestmark/core/assertDefined'
import { action } from '../../calls/action.ts'
import { presentTrees } from '../collections/present.ts'
import { readSharedTreeRows, withoutNested } from './store.ts'

/** Returns what others share with the caller, as trees. */
export const getSharedTrees = action(contract.getSharedTrees, async ({ actor, services: { db } }) => {
  const rows = await readSharedTreeRows(db.read, actor.personId)
  const shared = rows.filter((row): row is typeof row & { may_write: number } => row.may_write !== null)
  // Each share above a live one is live too, so that the rows have all between them.
  const tops = withoutNested(shared, new Map(rows.map(row => [row.id, row.parent_id])))
  const trees = presentTrees(
    rows,
    tops.map(top => top.id),
  )
  return tops.map((top, at) => ({
    type: top.may_write ? 'write' : 'read',
    tree: assertDefined(trees[at], 'tree'),
  }))
})
