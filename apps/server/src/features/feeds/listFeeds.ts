import * as contract from '@nestmark/contract/feeds'
import type { Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import type { CollectionWithRole } from '../../access/roles.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { presentFeeds } from './present.ts'
import { type Feed, listFeedsOf } from './store.ts'

/** Lists the feeds of a collection for those who may write there, or those that the person added. */
export const listFeeds = action(contract.listFeeds, async (call, input) => {
  const { feeds } = await findListedFeeds(call, input)
  return presentFeeds(call.services.db.read, call.actor, feeds)
})

/**
 * Returns the feeds of a collection, on request with those of its descendants, or without a collection those that the
 * person added; and the collection.
 * @throws Refused 'collections.notFound', 'collections.readOnly'
 */
export async function findListedFeeds(
  { actor, services: { db } }: Call,
  { folder_id: collectionId, include_sub: below }: Parsed<typeof contract.listFeeds>,
): Promise<{ feeds: Feed[]; collection?: CollectionWithRole }> {
  if (collectionId === undefined) return { feeds: await listFeedsOf(db.read, { personId: actor.personId }) }
  const { collection } = await grantCollection(db.read, actor, 'collections.add', collectionId)
  const of = below === 1 ? { top: collection } : { collectionId }
  return { feeds: await listFeedsOf(db.read, of), collection }
}
