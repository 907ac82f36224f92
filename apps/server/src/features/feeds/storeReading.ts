import { assertDefined } from '@nestmark/core/assertDefined'
import { grantCollection } from '../../access/grant.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { FeedFailure } from '../../db/tables/feedTables.ts'
import type { FeedAnswer } from '../../fetching/feed/feedReader.ts'
import type { Call } from '../../calls/call.ts'
import type { Services } from '../../services.ts'
import { findPerson } from '../session/store.ts'
import { isSavable, saveItems } from './saveItems.ts'
import { hasFailedTooLong, nextReading } from './schedule.ts'
import { changeFeed, type Feed, hasFeed, lockFeed, planReading } from './store.ts'

/** The longest validator that is stored. */
const maxValidator = 500

/** The result of a request: an answer, or why there was none. */
export type Reading = FeedAnswer | Extract<FeedFailure, 'unreachable' | 'tooLarge'>

/**
 * Stores the result of a reading: saves the new entries, and queues the next reading or pauses the feed.
 * @returns the number of saved links
 */
export async function storeReading(
  services: Services,
  tx: Tx,
  { id, address, person_id: personId }: Feed,
  reading: Readonly<Reading>,
): Promise<number> {
  const now = services.now()
  // This locks the libraries too in which the person may write.
  await lockTree(tx, personId)
  const feed = await lockFeed(tx, id)
  if (feed?.active !== 1 || feed.address !== address) return 0
  if (typeof reading === 'string') return fail(now, tx, feed, reading)
  if (reading.status === 410) return pauseFeed(tx, feed, 'gone', now, 410)
  if (reading.status === 304) return succeed(now, tx, feed, reading, {})
  if (reading.status < 200 || reading.status > 299) return fail(now, tx, feed, 'status', reading)
  const [named] = reading.named
  if (
    !reading.feed &&
    named &&
    feed.read_at === null &&
    !(await hasFeed(tx, feed.collection_id, named.address))
  ) {
    // The address of a page was added; its first feed is meant.
    await changeFeed(tx, feed.id, { address: named.address })
    await planReading(tx, feed, now, now)
    return 0
  }
  if (!reading.feed) return fail(now, tx, feed, 'notFeed', reading)
  const call = await createCall(services, tx, personId)
  // The right may have ended since, which refuses the reading: the next one pauses the feed.
  const granted = await grantCollection(tx, call.actor, 'collections.add', feed.collection_id)
  if (granted.collection.trashed_by !== null || granted.collection.enc_id !== null) return 0
  const result = await saveItems(tx, call, granted, feed, reading.feed.items.filter(isSavable))
  const isComplete = !result.hasMore && !result.isFull
  await succeed(now, tx, feed, reading, {
    title: reading.feed.title,
    etag: isComplete ? toValidator(reading.etag) : null,
    modified: isComplete ? toValidator(reading.lastModified) : null,
    fault: result.isFull ? 'full' : null,
  })
  return result.saved
}

async function succeed(
  now: number,
  tx: Tx,
  feed: Feed,
  { movedTo, retryAfter, status }: FeedAnswer,
  change: Partial<Feed>,
): Promise<0> {
  const isMoved = movedTo !== undefined && !(await hasFeed(tx, feed.collection_id, movedTo))
  await changeFeed(tx, feed.id, {
    ...(isMoved && { address: movedTo }),
    fault: null,
    ...change,
    status,
    read_at: now,
    checked_at: now,
    failing_since: null,
    failures: 0,
  })
  await planReading(tx, feed, nextReading(0, now, retryAfter), now)
  return 0
}

async function fail(now: number, tx: Tx, feed: Feed, failure: FeedFailure, answer?: FeedAnswer): Promise<0> {
  const failingSince = feed.failing_since ?? now
  const isOver = hasFailedTooLong(failingSince, now)
  await changeFeed(tx, feed.id, {
    fault: failure,
    status: answer?.status ?? null,
    checked_at: now,
    failing_since: failingSince,
    failures: feed.failures + 1,
    ...(isOver && { active: 0, off_reason: 'failing' as const }),
  })
  if (!isOver) await planReading(tx, feed, nextReading(feed.failures + 1, now, answer?.retryAfter), now)
  return 0
}

/** Pauses a feed. */
export async function pauseFeed(
  tx: Tx,
  feed: Feed,
  reason: 'gone' | 'right' | 'encrypted',
  now: number,
  status: number | null = feed.status,
): Promise<0> {
  await changeFeed(tx, feed.id, { active: 0, off_reason: reason, status, checked_at: now })
  return 0
}

/** Returns a call by the person who added the feed. */
async function createCall(services: Services, tx: Tx, personId: string): Promise<Call> {
  const { root_id: rootId, plan } = assertDefined(await findPerson(tx, personId), 'person')
  const upload = () => Promise.reject(new Error('Nothing is uploaded here.'))
  return {
    actor: { personId, sessionId: '', rootId, plan },
    services,
    token: null,
    ip: '',
    idempotencyKey: null,
    upload,
  }
}

const toValidator = (header: string | undefined) =>
  header !== undefined && header.length <= maxValidator ? header : null
