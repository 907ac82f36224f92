import { pluck } from '@nestmark/core/pluck'
import * as contract from '@nestmark/contract/sharing/share'
import { assertDefined } from '@nestmark/core/assertDefined'
import { action } from '../../calls/action.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { presentCollection, presentTrees } from '../collections/present.ts'
import { listByIds } from '../collections/lists/listQuery.ts'
import { readSharedTreeRows, sharedWith, withoutNested } from './store.ts'

/** The maximum number of listed collections; the specification has no pages for this list. */
const maxListed = 5000

/** Returns the collections that others share with the caller. */
export const listSharedCollections = action(contract.listSharedCollections, async call => {
  const { db } = call.services
  const shares = await sharedWith(db.read, call.actor.personId)
  const ids = shares.map(share => share.id)
  const rows = await listByIds(db.read, call.actor.personId, ids, maxListed)
  const byId = new Map(shares.map(share => [share.id, share]))
  return rows.map(row => {
    const share = assertDefined(byId.get(row.id), 'share')
    const type = share.may_write ? ('write' as const) : ('read' as const)
    return {
      // No share above it grants as much: it is the root of a share.
      ...presentCollection(row, { role: type, shareRoot: true }, createPictureAddresses(call)),
      parent: null,
      type,
      owner_name: share.owner_name,
      shared_date: share.created_at,
    }
  })
})

/** Returns what others share with the caller, as trees. */
export const getSharedTrees = action(
  contract.getSharedTrees,
  { heavy: true, longResponse: true },
  async ({ actor, services: { db } }) => {
    const rows = await readSharedTreeRows(db.read, actor.personId)
    const shared = rows.filter((row): row is typeof row & { may_write: number } => row.may_write !== null)
    // Each share above a live one is live too, so that the rows have all between them.
    const tops = withoutNested(shared, new Map(rows.map(row => [row.id, row.parent_id])))
    const trees = presentTrees(rows, pluck(tops, 'id'))
    return tops.map((top, at) => ({
      type: top.may_write ? 'write' : 'read',
      tree: assertDefined(trees[at], 'tree'),
    }))
  },
)
