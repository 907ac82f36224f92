import { sql } from 'kysely'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { neverDue } from '../../../jobs/store.ts'

/** Returns until when a backup reads the objects of the store; 0 for none. */
export async function readHold(db: Queries): Promise<number> {
  const row = await db.selectFrom('file_store').select('held_until').executeTakeFirst()
  return row?.held_until ?? 0
}

/**
 * Returns blobs that nothing uses since a time, whose bytes no job copies, and from which no removed file can be
 * restored.
 * @param restorableSince files that were removed later can be restored, in milliseconds since 1970
 */
export async function listDeletable(
  db: Queries,
  { before, restorableSince }: { before: number; restorableSince: number },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from blobs b
    where state = 'deleting' and deleting_at <= ${before}
      and not exists (select 1 from blobs c where c.copy_of = b.id and c.state = 'arriving')
      and not exists (select 1 from removed_files r where r.blob_id = b.id and r.removed_at > ${restorableSince})
    order by deleting_at limit ${limit}`.execute(db)
  return rows.map(row => row.id)
}

/** Deletes the rows of blobs whose objects are removed. */
export async function deleteBlobs(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update uploads set blob_id = null where ${inList(tx, 'blob_id', ids)}`.execute(tx)
  await sql`delete from blobs where ${inList(tx, 'id', ids)} and (state = 'deleting' or preview_of is not null)`.execute(
    tx,
  )
}

/** Returns blobs that neither a file nor an upload has, with their owners, and previews without their pictures. */
export async function listUnused(
  db: Queries,
  before: number,
  limit: number,
): Promise<{ id: string; owner_id: string | null }[]> {
  const { rows } = await sql<{ id: string; owner_id: string | null }>`select b.id, b.owner_id from blobs b
    where b.state <> 'deleting' and b.created_at <= ${before}
      and (b.preview_of is null or not exists (select 1 from blobs o where o.id = b.preview_of))
      and not exists (select 1 from files f where f.blob_id = b.id)
      and not exists (select 1 from uploads u where u.blob_id = b.id and u.state = 'ready')
    limit ${limit}`.execute(db)
  return rows
}

/** Returns copies that no job has made in this time. */
export async function listStuckCopies(db: Queries, before: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('blobs')
    .select('id')
    .where('state', '=', 'arriving')
    .where('created_at', '<=', before)
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** Returns the next blobs whose objects were missing, in the order of their ids. */
export async function listLost(
  db: Queries,
  after: string,
  limit: number,
): Promise<{ id: string; size: number }[]> {
  return db
    .selectFrom('blobs')
    .select(['id', 'size'])
    .where('lost_at', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Claims the listing of the store for one server. Returns false when it was listed since a time. */
export async function claimListing(tx: Tx, before: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file_store')
    .set({ listed_at: now })
    .where('listed_at', '<=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns those of the keys that no blob, no upload and no import has. An import has its ZIP under the id of its job, while
 * it arrives, until the import ends, and as long as its preview.
 */
export async function unknownKeys(db: Queries, keys: readonly string[], now: number): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = bulkRows(
    db,
    ['text'],
    keys.map(key => [key]),
  )
  const { rows: unknown } = await sql<{ key: string }>`with k(key) as (${rows}) select key from k
    where not exists (select 1 from blobs b where b.id = k.key)
      and not exists (select 1 from uploads u where u.object_key = k.key)
      and not exists (select 1 from uploads u where u.store_upload_id = k.key)
      and not exists (select 1 from jobs j where j.id = k.key
        and (j.finished_at is null and (j.run_after < ${neverDue} or j.lease_until > ${now}) or exists (select 1 from job_files f where f.job_id = j.id)))`.execute(
    db,
  )
  return new Set(unknown.map(row => row.key))
}

/** Deletes the records of files that were removed before a time. Returns their number, at most `limit`. */
export async function deleteExpiredRemovals(tx: Tx, before: number, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`delete from removed_files where id in
    (select id from removed_files where removed_at <= ${before} limit ${limit}) returning id`.execute(tx)
  return rows.length
}
