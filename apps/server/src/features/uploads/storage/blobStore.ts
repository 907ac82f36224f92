import { sql } from 'kysely'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList, rowLock } from '../../../db/dialect.ts'
import { type BlobRow, encryptedCategory, type FileStoreRow } from '../../../db/tables/fileTables.ts'
import { addBytes, type BytesChange, changeOf } from './storageStore.ts'
import { hasRow } from '../../../db/statements/readRow.ts'

export type NewBlob = Pick<BlobRow, 'id' | 'digest' | 'size' | 'media_type' | 'created_at'> & {
  owner_id: string
  copy_of?: string
  category?: number
}

/** Returns the owner's blob with these bytes, which are not being deleted. */
export async function findBlobByDigest(
  tx: Tx,
  ownerId: string,
  digest: string,
): Promise<Pick<BlobRow, 'id' | 'size' | 'lost_at'> | undefined> {
  return tx
    .selectFrom('blobs')
    .select(['id', 'size', 'lost_at'])
    .where('owner_id', '=', ownerId)
    .where('digest', '=', digest)
    .where('state', '=', 'ready')
    .executeTakeFirst()
}

/** Adds a blob. The counters are the caller's. */
export async function insertBlob(tx: Tx, blob: NewBlob): Promise<void> {
  await tx
    .insertInto('blobs')
    .values({ ...blob, state: blob.copy_of === undefined ? 'ready' : 'arriving' })
    .execute()
}

/** Makes files and uploads use another blob. */
export async function replaceBlob(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable('files').set({ blob_id: to }).where('blob_id', '=', from).execute()
  await tx.updateTable('uploads').set({ blob_id: to }).where('blob_id', '=', from).execute()
}

interface UsedBlob extends Pick<BlobRow, 'id' | 'owner_id' | 'size' | 'state' | 'category'> {
  /** The category of its first file: that of the link, or of encrypted files; null when no file uses it. */
  wanted: number | null
  /** 1 when an upload that is not part of a link uses it. */
  held: number
}

/**
 * Updates blobs after their files, or the categories of their links, have changed: a blob is counted in the category of
 * its first file, and is deleted when nothing uses it. The owners' rows must be locked.
 */
export async function updateBlobUse(tx: Tx, blobIds: readonly string[], now: number): Promise<void> {
  if (blobIds.length === 0) return
  const { rows } = await sql<UsedBlob>`select b.id, b.owner_id, b.size, b.state, b.category,
      (select case when f.sealed is null then l.category else ${encryptedCategory} end from files f join links l on l.id = f.link_id where f.blob_id = b.id
        order by f.created_at, f.id limit 1) as wanted,
      case when exists (select 1 from uploads u where u.blob_id = b.id and u.state = 'ready') then 1 else 0 end as held
    from blobs b where ${inList(tx, 'b.id', [...new Set(blobIds)])} and b.state <> 'deleting' order by b.id`.execute(
    tx,
  )
  const changes = new Map<string, BytesChange>()
  const unused: string[] = []
  const moved: [string, number][] = []
  for (const blob of rows) {
    const isUnused = blob.wanted === null && !blob.held
    const category = blob.wanted ?? 0
    if (isUnused) unused.push(blob.id)
    else if (category !== blob.category) moved.push([blob.id, category])
    if (blob.owner_id === null) continue
    countUse(changeOf(changes, blob.owner_id), blob, isUnused ? null : category)
  }
  await setCategories(tx, moved)
  await markDeleting(tx, unused, now)
  await addBytes(tx, changes)
}

/** @param category the new category; null when the blob is deleted */
function countUse(change: BytesChange, blob: UsedBlob, category: number | null): void {
  if (blob.state === 'arriving') {
    if (category === null) change.reserved -= blob.size
    return
  }
  if (category === null) change.stored -= blob.size
  addToCategory(change, blob.category, -blob.size)
  if (category !== null) addToCategory(change, category, blob.size)
}

/** Adds to the bytes of one of the five categories. Encrypted files, and uploads that are not part of a link, have none. */
export function addToCategory({ categories }: BytesChange, category: number, bytes: number): void {
  const at = category - 1
  const before = categories[at]
  if (before !== undefined) categories[at] = before + bytes
}

async function setCategories(tx: Tx, moved: readonly (readonly [string, number])[]): Promise<void> {
  if (moved.length === 0) return
  await sql`update blobs set category = d.category
    from (with d(id, category) as (${bulkRows(tx, ['text', 'int'], moved)}) select * from d) d
    where blobs.id = d.id`.execute(tx)
}

/** Marks blobs that nothing uses. The sweep removes their objects later. */
export async function markDeleting(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await sql`update blobs set state = 'deleting', deleting_at = ${now} where ${inList(tx, 'id', ids)}`.execute(
    tx,
  )
}

/** How long the sweep leaves objects that nothing uses, in milliseconds. */
export const sweepDelayMs = 3_600_000

/** Deletes blobs that are already being deleted at a time, unless files that were removed can be restored from them. */
export async function hastenDeletion(tx: Tx, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return
  await sql`update blobs set deleting_at = ${at} where ${inList(tx, 'id', ids)} and state = 'deleting'
    and deleting_at > ${at} and not exists (select 1 from removed_files r where r.blob_id = blobs.id)`.execute(
    tx,
  )
}

/** Ends the arrival of a blob. */
export async function setReady(tx: Tx, id: string, lostAt: number | null): Promise<void> {
  await tx
    .updateTable('blobs')
    .set({ state: 'ready', copy_of: null, lost_at: lostAt })
    .where('id', '=', id)
    .execute()
}

/** Records whether the object of a blob is missing. */
export async function setLost(tx: Tx, id: string, at: number | null): Promise<void> {
  await tx.updateTable('blobs').set({ lost_at: at }).where('id', '=', id).execute()
}

export async function findBlob(db: Queries, id: string): Promise<BlobRow | undefined> {
  return db.selectFrom('blobs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The stores with the objects of the library. */
export type StorePlaces = Pick<FileStoreRow, 'store_id' | 'old_store_id'>

export async function readStorePlaces(db: Queries): Promise<StorePlaces> {
  return db.selectFrom('file_store').select(['store_id', 'old_store_id']).executeTakeFirstOrThrow()
}

/** Reads the places, and locks them against other servers that start. */
export async function lockStorePlaces(tx: Tx): Promise<StorePlaces> {
  const { rows } =
    await sql<StorePlaces>`select store_id, old_store_id from file_store where id = 1 ${rowLock(tx, 'for update')}`.execute(
      tx,
    )
  const [places] = rows
  return places ?? { store_id: null, old_store_id: null }
}

export async function setStorePlaces(tx: Tx, places: StorePlaces): Promise<void> {
  await tx.updateTable('file_store').set(places).where('id', '=', 1).execute()
}

/** Returns what names the library in its stores; null before the first start with files. */
export async function readLibraryId(db: Queries): Promise<string | null> {
  const row = await db.selectFrom('file_store').select('library_id').executeTakeFirst()
  return row?.library_id ?? null
}

/** Names the library, unless another server has named it since. */
export async function setLibraryId(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('file_store').set({ library_id: id }).where('library_id', 'is', null).execute()
}

/** Returns whether the library has bytes in a store. */
export async function hasBlobs(db: Queries): Promise<boolean> {
  return hasRow(db.selectFrom('blobs'))
}

export type StoredBlob = Pick<BlobRow, 'id' | 'size' | 'digest' | 'created_at' | 'lost_at'>

/** Returns the next blobs with complete objects, in the order of their ids. */
export async function listStoredBlobs(db: Queries, after: string, limit: number): Promise<StoredBlob[]> {
  return db
    .selectFrom('blobs')
    .select(['id', 'size', 'digest', 'created_at', 'lost_at'])
    .where('state', '=', 'ready')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
