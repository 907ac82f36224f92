import type { listDashboardCollections as listDashboardCollectionsCall } from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { pageInside } from './pageInside.ts'

/** Returns the top-level collections, the most recently changed first. */
export async function listDashboardCollections(
  call: Call,
  input: Parsed<typeof listDashboardCollectionsCall>,
): Promise<Output<typeof listDashboardCollectionsCall>> {
  const root = await grantCollection(call.services.db.read, call.actor, 'collections.read', call.actor.rootId)
  return pageInside(call, root.collection, input)
}
