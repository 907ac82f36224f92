import * as contract from '@nestmark/contract/feeds'
import { normaliseAddress } from '@nestmark/core/addresses/url'
import { refuse } from '../../access/refuse.ts'
import { newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { grantFeedPlace, requireFeedQuota } from './feedPlace.ts'
import { presentFeed } from './present.ts'
import { findFeed, hasFeed, insertFeed, planReading } from './store.ts'

/** Adds a feed to a collection; a job reads it at once. */
export const addFeed = action(
  contract.addFeed,
  async (
    { actor, services: { db, jobs, now, scraper } }: CallWith<'scraper'>,
    { folder_id: collectionId, address: typed, tag = null, with_newest: withNewest },
  ) => {
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
  },
)
