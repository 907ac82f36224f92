import type { listFeeds as list } from '@nestmark/contract/feeds'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../http/implement.ts'
import { presentFeeds } from './present.ts'
import { listFeedsOf } from './store.ts'

/** Lists the feeds of a collection for those who may write there, or those that the person added. */
export async function listFeeds(
  { actor, services: { db } }: Call,
  { folder_id: collectionId }: Parsed<typeof list>,
): Promise<Output<typeof list>> {
  if (collectionId !== undefined) await grantCollection(db.read, actor, 'collections.add', collectionId)
  const of = collectionId === undefined ? { personId: actor.personId } : { collectionId }
  return presentFeeds(db.read, actor, await listFeedsOf(db.read, of))
}
