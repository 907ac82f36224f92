import type { addFeed as add } from '@nestmark/contract/feeds'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { normaliseAddress } from '@nestmark/core/url'
import { refuse } from '../../access/refuse.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../calls/call.ts'
import { grantFeedPlace, requireFeedQuota } from './feedPlace.ts'
import { presentFeed } from './present.ts'
import { findFeed, hasFeed, insertFeed, planReading } from './store.ts'

/** Adds a feed to a collection; a job reads it at once. */
export async function addFeed(
  { actor, services: { db, jobs, now, scraper } }: Call,
  { folder_id: collectionId, address: typed, tag = null, with_newest: withNewest }: Parsed<typeof add>,
): Promise<Output<typeof add>> {
  const address = normaliseAddress(typed)
  if (address === null || !scraper.isFetchable(address)) return refuse('feeds.addressInvalid')
  const at = now()
  const row = {
    id: newId(),
    person_id: actor.personId,
    collection_id: collectionId,
    address,
    tag,
    with_newest: withNewest,
    next_at: at,
    created_at: at,
  }
  const feed = await db.write(async tx => {
    const { collection } = await grantFeedPlace(tx, actor, collectionId)
    await requireFeedQuota(tx, collection.owner_id)
    if (await hasFeed(tx, collectionId, address)) refuse('feeds.exists')
    await insertFeed(tx, row)
    await planReading(tx, row, at, at)
    return findFeed(tx, row.id)
  })
  jobs.wake()
  return presentFeed(db.read, actor, feed)
}
