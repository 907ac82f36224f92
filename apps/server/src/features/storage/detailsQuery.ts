import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { encryptedCategory } from '../../db/fileTables.ts'
import { readRow } from '../../db/readRow.ts'
import { isCapture, isCopy, isLive, isOldCopy } from './storedFileQuery.ts'

/** Files in plain text and copies of pages, by category. */
export interface CategoryUse {
  category: number
  files: number
  copies: number
}

const filesOf = (ownerId: string) => sql`files f join links l on l.id = f.link_id
  join collections c on c.id = l.collection_id where f.owner_id = ${ownerId}`

export async function readCategoryUse(db: Queries, ownerId: string): Promise<CategoryUse[]> {
  const { rows } = await sql<CategoryUse>`select l.category,
      sum(case when f.kind = 'file' and f.sealed is null then 1 else 0 end) as files,
      count(distinct case when ${isCopy} then f.link_id end) as copies
    from ${filesOf(ownerId)} group by l.category`.execute(db)
  return rows
}

/** Returns the number of encrypted files, and their stored bytes. */
export async function readEncryptedUse(
  db: Queries,
  ownerId: string,
): Promise<{ files: number; bytes: number }> {
  const { files } = await readRow(
    db,
    sql<{
      files: number
    }>`select count(*) as files from files where owner_id = ${ownerId} and sealed is not null`,
  )
  const { bytes } = await readRow(
    db,
    sql<{ bytes: number }>`select coalesce(sum(size), 0) as bytes from blobs
      where owner_id = ${ownerId} and state = 'ready' and category = ${encryptedCategory}`,
  )
  return { files: Number(files), bytes: Number(bytes) }
}

/** Returns the stored bytes of live links by collection. */
export async function readCollectionBytes(db: Queries, ownerId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`select l.collection_id as id, sum(b.size) as bytes
    from files f join blobs b on b.id = f.blob_id join links l on l.id = f.link_id
    join collections c on c.id = l.collection_id
    where f.owner_id = ${ownerId} and ${isLive} group by l.collection_id`.execute(db)
  return new Map(rows.map(row => [row.id, row.bytes]))
}

export interface NamedCollection {
  id: string
  name: string
  /** null for the root. */
  parent_id: string | null
}

/** Returns the live collections of a person. */
export async function readCollections(db: Queries, ownerId: string): Promise<NamedCollection[]> {
  return db
    .selectFrom('collections')
    .select(['id', 'name', 'parent_id'])
    .where('owner_id', '=', ownerId)
    .where('trashed_by', 'is', null)
    .execute()
}

export async function readTrashUse(
  db: Queries,
  ownerId: string,
): Promise<{ links: number; files: number; bytes: number }> {
  return readRow(
    db,
    sql<{
      links: number
      files: number
      bytes: number
    }>`select count(distinct f.link_id) as links, count(*) as files,
      coalesce(sum(b.size), 0) as bytes from files f join blobs b on b.id = f.blob_id join links l on l.id = f.link_id
      join collections c on c.id = l.collection_id where f.owner_id = ${ownerId} and not (${isLive})`,
  )
}

/** Older versions of copies, or PDFs and screenshots: the number of their pages, and their bytes. */
interface CopyUse {
  pages: number
  bytes: number
}

export async function readCopyUse(
  db: Queries,
  ownerId: string,
  set: 'oldCopies' | 'captures',
): Promise<CopyUse> {
  return readRow(
    db,
    sql<CopyUse>`select count(distinct f.link_id) as pages, coalesce(sum(b.size), 0) as bytes
      from files f join blobs b on b.id = f.blob_id join links l on l.id = f.link_id
      join collections c on c.id = l.collection_id
      where f.owner_id = ${ownerId} and ${isLive} and ${set === 'captures' ? isCapture : isOldCopy}`,
  )
}
