import { collectionsWithRoles } from '../../access/roles.ts'
import { isAllowedOn } from '../../access/policies.ts'
import type { Queries } from '../../db/db.ts'
import { FetchRefused } from '../../fetching/requests/fetchRefused.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import type { Services } from '../../services.ts'
import { findPerson } from '../session/store.ts'
import { nextReading } from './schedule.ts'
import { type Feed, findFeed, listOverdueFeeds, planReading, readFeedKind } from './store.ts'
import { pauseFeed, type Reading, storeReading } from './storeReading.ts'

/** When a feed is tried again while all fetch slots are in use, in milliseconds. */
const busyMs = 60_000
/** How late a reading may be before its job counts as lost, in milliseconds. */
const lostMs = 3_600_000

/**
 * Reads a feed, saves its new entries as links of its collection, and queues the next reading. May run twice: the feed is
 * locked while its entries are saved.
 */
export function readFeedJob(services: Services): JobKind {
  const { db, now, events, scraper } = services
  return {
    kind: readFeedKind,
    concurrency: 4,
    perOwner: 2,
    attempts: 4,
    cleanUp: () =>
      db.write(async tx => {
        for (const feed of await listOverdueFeeds(tx, now() - lostMs))
          await planReading(tx, feed, now(), now())
      }),
    async run(job, signal) {
      const { feed: id } = JSON.parse(job.payload) as { feed: string }
      const feed = await findFeed(db.read, id)
      // A reading that was replaced by another one.
      if (!feed || feed.active === 0 || feed.next_at > now()) return
      const place = await findPlace(db.read, feed)
      if (place === 'trash') return db.write(tx => planReading(tx, feed, nextReading(0, now()), now()))
      if (typeof place === 'string') await db.write(tx => pauseFeed(tx, feed, place, now()))
      else {
        const reading = await read(feed, signal)
        if (reading === 'busy') return db.write(tx => planReading(tx, feed, now() + busyMs, now()))
        const saved = await db.write(tx => storeReading(services, tx, feed, reading))
        if (saved > 0) {
          services.jobs.wake()
          events.publish({ ownerId: place.ownerId, topics: ['links', 'collections', 'tags'], by: null })
        }
      }
      events.publish({ ownerId: feed.person_id, topics: ['feeds'], by: null })
    },
  }

  async function read(feed: Feed, signal: AbortSignal): Promise<Reading | 'busy'> {
    const caller = { kind: 'job', key: feed.person_id } as const
    const known = { etag: feed.etag, lastModified: feed.modified }
    try {
      return await scraper.fetchFeed(feed.address, caller, { known, signal })
    } catch (error) {
      if (!(error instanceof FetchRefused) || signal.aborted) throw error
      if (error.reason === 'busy') return 'busy'
      return error.reason === 'too-large' ? 'tooLarge' : 'unreachable'
    }
  }
}

/** Returns the owner of the collection of a feed, or why nothing can be saved there. */
async function findPlace(
  db: Queries,
  { person_id: personId, collection_id: id }: Feed,
): Promise<{ ownerId: string } | 'right' | 'encrypted' | 'trash'> {
  const [collection] = await collectionsWithRoles(db, { personId }, [id])
  const person = await findPerson(db, personId)
  if (!collection || !person || person.closed_at !== null) return 'right'
  if (collection.trashed_by !== null) return 'trash'
  if (!isAllowedOn(collection, 'collections.add')) return 'right'
  if (collection.enc_id !== null) return 'encrypted'
  return { ownerId: collection.owner_id }
}
