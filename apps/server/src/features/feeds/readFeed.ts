import type { readFeed as read } from '@nestmark/contract/feeds'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { grantFeedPlace, requireFeed } from './feedPlace.ts'
import { presentFeed } from './present.ts'
import { findFeed } from './store.ts'
import { resumeFeed } from './updateFeed.ts'

/** Reads a feed now, in the background. */
export async function readFeed(
  { actor, services: { db, jobs, now } }: Call,
  { feed_id: id }: Parsed<typeof read>,
): Promise<Output<typeof read>> {
  const feed = await db.write(async tx => {
    const found = await requireFeed(tx, actor, id)
    await grantFeedPlace(tx, actor, found.collection_id)
    await resumeFeed(tx, found, actor.personId, now())
    return findFeed(tx, id)
  })
  jobs.wake()
  return presentFeed(db.read, actor, feed)
}
