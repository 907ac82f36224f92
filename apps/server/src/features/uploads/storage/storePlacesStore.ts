import { sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import { rowLock } from '../../../db/dialect.ts'
import type { BlobRow, FileStoreRow } from '../../../db/tables/fileTables.ts'
import { hasRow } from '../../../db/statements/readRow.ts'

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
