import * as contract from '@nestmark/contract/collections'
import { grantCollection } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { pageInside } from './pageInside.ts'

/** Returns the top-level collections, the most recently changed first. */
export const listDashboardCollections = action(contract.listDashboardCollections, async (call, input) => {
  const root = await grantCollection(call.services.db.read, call.actor, 'collections.read', call.actor.rootId)
  return pageInside(call, root.collection, input)
})
