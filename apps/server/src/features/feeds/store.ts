import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { newRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, rowLock } from '../../db/dialect.ts'
import type { FeedRow } from '../../db/tables/feedTables.ts'
import { countRows, hasRow } from '../../db/statements/readRow.ts'
import { enqueue, queueName } from '../../jobs/store.ts'
import { selectDescendants } from '../collections/subtreeQuery.ts'

export type Feed = Selectable<FeedRow>

/** The kind of the job that reads a feed. */
export const readFeedKind = 'readFeed'
/** Keys that are retained per feed: as many entries as a feed is read. */
const maxKeys = 5000

/**
 * Returns the feeds of a collection, those of a collection and all its descendants, those that a person added, or those
 * of an owner's collections outside the trash, the oldest first.
 */
export function listFeedsOf(
  db: Queries,
  of:
    | { collectionId: string }
    | { top: Parameters<typeof selectDescendants>[0] }
    | { personId: string }
    | { ownerId: string },
): Promise<Feed[]> {
  const feeds = db.selectFrom('feeds').selectAll()
  const some =
    'collectionId' in of
      ? feeds.where('collection_id', '=', of.collectionId)
      : 'top' in of
        ? feeds.where(sql<boolean>`collection_id in (${selectDescendants(of.top)})`)
        : 'personId' in of
          ? feeds.where('person_id', '=', of.personId)
          : feeds.where('collection_id', 'in', liveCollections(db, of.ownerId))
  return some.orderBy('created_at').orderBy('id').execute()
}

const liveCollections = (db: Queries, ownerId: string) =>
  db.selectFrom('collections').select('id').where('owner_id', '=', ownerId).where('trashed_by', 'is', null)

/** Returns a feed. */
export function findFeed(db: Queries, id: string): Promise<Feed | undefined> {
  return db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns a feed locked until the transaction ends, so that two readings never save the same entries. */
export function lockFeed(tx: Tx, id: string): Promise<Feed | undefined> {
  return tx
    .selectFrom('feeds')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(rowLock(tx, 'for no key update'))
    .executeTakeFirst()
}

/** Returns the number of feeds in the collections of an owner. */
export function countFeeds(db: Queries, ownerId: string): Promise<number> {
  const collections = sql`select id from collections where owner_id = ${ownerId}`
  return countRows(db, sql`select 1 from feeds where collection_id in (${collections})`)
}

/** Inserts a feed. @throws a duplicate error when the collection has its address already */
export async function insertFeed(tx: Tx, row: Insertable<FeedRow>): Promise<void> {
  await tx.insertInto('feeds').values(row).execute()
}

/** Changes a feed. @throws a duplicate error when its collection has the new address already */
export async function changeFeed(tx: Tx, id: string, change: Updateable<FeedRow>): Promise<void> {
  await tx.updateTable('feeds').set(change).where('id', '=', id).execute()
}

/** Returns whether a collection has a feed with this address. */
export async function hasFeed(db: Queries, collectionId: string, address: string): Promise<boolean> {
  return hasRow(
    db.selectFrom('feeds').where('collection_id', '=', collectionId).where('address', '=', address),
  )
}

/** Returns whether feeds may fill a collection: an own one in plain text, outside the trash. */
export async function takesFeeds(db: Queries, ownerId: string, collectionId: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('collections')
      .where('id', '=', collectionId)
      .where('owner_id', '=', ownerId)
      .where('enc_id', 'is', null)
      .where('trashed_by', 'is', null),
  )
}

/** Deletes the feeds that an import created. */
export async function removeImportedFeeds(tx: Tx, importId: string): Promise<void> {
  const feeds = await tx
    .selectFrom('feeds')
    .select(['id', 'person_id'])
    .where('import_id', '=', importId)
    .execute()
  for (const feed of feeds) await removeFeed(tx, feed)
}

/** Deletes a feed with what it has seen, and its waiting readings. */
export async function removeFeed(tx: Tx, feed: Pick<Feed, 'id' | 'person_id'>): Promise<void> {
  await deleteWaitingJobs(tx, feed)
  await tx.deleteFrom('feeds').where('id', '=', feed.id).execute()
}

/** Sets when a feed is read next, and queues a job for it in place of waiting ones. */
export async function planReading(
  tx: Tx,
  feed: Pick<Feed, 'id' | 'person_id'>,
  at: number,
  now: number,
): Promise<void> {
  const { id, person_id: ownerId } = feed
  await deleteWaitingJobs(tx, feed)
  await changeFeed(tx, id, { next_at: at })
  await enqueue(tx, { ownerId, kind: readFeedKind, payload: { feed: id }, now, runAfter: at })
}

/** Deletes the jobs of a feed that wait for their time; a running one ends by itself. */
export async function deleteWaitingJobs(
  tx: Tx,
  { id, person_id: ownerId }: Pick<Feed, 'id' | 'person_id'>,
): Promise<void> {
  const skip = rowLock(tx, 'for update skip locked')
  await sql`delete from jobs where id in (select id from jobs where finished_at is null and lease_until is null
    and queue = ${queueName(readFeedKind)} and queue_key = ${ownerId}
    and payload = ${JSON.stringify({ feed: id })} ${skip})`.execute(tx)
}

/** Returns some active feeds whose reading is overdue since before a time: their job was lost. */
export function listOverdueFeeds(db: Queries, before: number): Promise<Pick<Feed, 'id' | 'person_id'>[]> {
  return db
    .selectFrom('feeds')
    .select(['id', 'person_id'])
    .where('active', '=', 1)
    .where('next_at', '<', before)
    .orderBy('next_at')
    .limit(500)
    .execute()
}

/** Returns those of the keys that a feed has seen. */
export async function listSeenKeys(
  db: Queries,
  feedId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('feed_items')
    .select('item_key')
    .where('feed_id', '=', feedId)
    .where(inList(db, 'item_key', keys))
    .execute()
  return new Set(rows.map(row => row.item_key))
}

/**
 * Marks entries as seen, and forgets the oldest ones above the limit.
 * @param keys not seen before
 * @param listed the keys of all entries that the feed lists now, which are not forgotten
 */
export async function markSeen(
  tx: Tx,
  feedId: string,
  keys: readonly string[],
  listed: readonly string[],
  now: number,
): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map(key => [feedId, key, now])
  await sql`insert into feed_items (feed_id, item_key, seen_at) ${newRows(tx, ['text', 'text', 'int'], rows)}`.execute(
    tx,
  )
  if ((await countRows(tx, sql`select 1 from feed_items where feed_id = ${feedId}`)) <= maxKeys) return
  await sql`update feed_items set seen_at = ${now} where feed_id = ${feedId} and ${inList(tx, 'item_key', listed)}`.execute(
    tx,
  )
  await sql`delete from feed_items where feed_id = ${feedId} and item_key in (select item_key from feed_items
    where feed_id = ${feedId} order by seen_at desc, item_key limit 1000000 offset ${maxKeys})`.execute(tx)
}

/** Returns those of the addresses, by their keys for comparison, that a collection has, in the trash too. */
export async function listKnownAddresses(
  db: Queries,
  { collectionId, ownerId }: { collectionId: string; ownerId: string },
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const starts = [...new Set(keys.map(key => key.slice(0, 200)))]
  const { rows } = await sql<{ compare_key: string }>`select compare_key from links
    where owner_id = ${ownerId} and ${inList(db, sql`substr(compare_key, 1, 200)`, starts)} and compare_key <> ''
    and collection_id = ${collectionId}`.execute(db)
  return new Set(rows.map(row => row.compare_key))
}
