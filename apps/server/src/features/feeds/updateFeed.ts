import * as contract from '@nestmark/contract/feeds'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { action } from '../../calls/action.ts'
import { grantFeedPlace, requireFeed, requireFeedQuota } from './feedPlace.ts'
import { presentFeed } from './present.ts'
import { changeFeed, deleteWaitingJobs, type Feed, findFeed, hasFeed, planReading } from './store.ts'

/** Changes a feed, pauses it or resumes it. */
export const updateFeed = action(
  contract.updateFeed,
  async (
    { actor, services: { db, jobs, now } },
    { feed_id: id, folder_id: collectionId, tag, is_active: isActive },
  ) => {
    const changed = await db.write(async tx => {
      const feed = await requireFeed(tx, actor, id)
      if (collectionId !== undefined && collectionId !== feed.collection_id) {
        const { collection } = await grantFeedPlace(tx, actor, collectionId)
        await requireFeedQuota(tx, collection.owner_id)
        if (await hasFeed(tx, collectionId, feed.address)) refuse('feeds.exists')
        await changeFeed(tx, id, { collection_id: collectionId })
      }
      if (tag !== undefined) await changeFeed(tx, id, { tag })
      if (isActive === 0) {
        await changeFeed(tx, id, { active: 0, off_reason: 'person' })
        await deleteWaitingJobs(tx, feed)
      }
      if (isActive === 1) {
        await grantFeedPlace(tx, actor, collectionId ?? feed.collection_id)
        await resumeFeed(tx, feed, actor.personId, now())
      }
      return findFeed(tx, id)
    })
    if (isActive === 1) jobs.wake()
    return presentFeed(db.read, actor, changed)
  },
)

/** Reads a feed at once, as if it had never failed, in the name of the person who asked for it. */
export async function resumeFeed(tx: Tx, feed: Feed, personId: string, now: number): Promise<void> {
  await deleteWaitingJobs(tx, feed)
  await changeFeed(tx, feed.id, {
    // The person who added it may no longer be allowed to.
    ...(feed.off_reason === 'right' && { person_id: personId }),
    active: 1,
    off_reason: null,
    ...(feed.active === 0 && { fault: null, failing_since: null, failures: 0 }),
  })
  await planReading(tx, feed.off_reason === 'right' ? { ...feed, person_id: personId } : feed, now, now)
}
