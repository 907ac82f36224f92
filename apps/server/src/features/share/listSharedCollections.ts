import * as contract from '@nestmark/contract/sharing/share'
import { assertDefined } from '@nestmark/core/assertDefined'
import { action } from '../../calls/action.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { presentCollection } from '../collections/present.ts'
import { listByIds } from '../collections/lists/listQuery.ts'
import { sharedWith } from './store.ts'

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
