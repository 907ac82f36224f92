import * as contract from '@nestmark/contract/feeds'
import { action } from '../../calls/action.ts'
import { grantFeedPlace, requireFeed } from './feedPlace.ts'
import { presentFeed } from './present.ts'
import { findFeed } from './store.ts'
import { resumeFeed } from './updateFeed.ts'

/** Reads a feed now, in the background. */
export const readFeed = action(
  contract.readFeed,
  async ({ actor, services: { db, jobs, now } }, { feed_id: id }) => {
    const feed = await db.write(async tx => {
      const found = await requireFeed(tx, actor, id)
      await grantFeedPlace(tx, actor, found.collection_id)
      await resumeFeed(tx, found, actor.personId, now())
      return findFeed(tx, id)
    })
    jobs.wake()
    return presentFeed(db.read, actor, feed)
  },
)
