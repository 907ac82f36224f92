import { type RawBuilder, sql } from 'kysely'
import { bulkRows, insertRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { FileRow } from '../../db/tables/fileTables.ts'

/** What a file in plain text gets when it is read. */
const unread = {
  width: null,
  height: null,
  duration_ms: null,
  pages: null,
  fault: null,
  facts: null,
  sealed: null,
  opened_at: null,
}

/** Rows that were removed by an earlier version may have others. */
const columns = {
  id: true,
  owner_id: true,
  link_id: true,
  position: true,
  kind: true,
  blob_id: true,
  name: true,
  media_type: true,
  width: true,
  height: true,
  duration_ms: true,
  pages: true,
  peaks: true,
  state: true,
  fault: true,
  facts: true,
  sealed: true,
  created_at: true,
  opened_at: true,
} satisfies Record<keyof FileRow, true>

export type NewFile = Omit<FileRow, keyof typeof unread> & Partial<FileRow>

/** Returns the statement that adds files to links. At least one. */
export function insertFiles(db: Queries, files: readonly NewFile[]): RawBuilder<unknown> {
  const rows = files.map(file => ({ ...unread, ...file }))
  return insertRows(db, 'files', rows, Object.keys(columns))
}

/** Returns the files of links, without the copies of their pages. */
export async function filesOfLinks(db: Queries, linkIds: readonly string[]): Promise<FileRow[]> {
  if (linkIds.length === 0) return []
  return db
    .selectFrom('files')
    .selectAll()
    .where(inList(db, 'link_id', linkIds))
    .where('kind', 'in', ['file', 'poster'])
    .orderBy('link_id')
    .orderBy('position')
    .orderBy('kind')
    .execute()
}

/** Returns the blobs of the files of links. */
export async function blobsOfLinks(tx: Tx, linkIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('files')
    .select('blob_id')
    .distinct()
    .where(inList(tx, 'link_id', linkIds))
    .execute()
  return rows.map(row => row.blob_id)
}

/** Removes the thumbnail of the first file of a link. Returns its blob. */
export async function removeThumbnail(tx: Tx, linkId: string): Promise<string[]> {
  const { rows } = await sql<{ blob_id: string }>`delete from files
    where link_id = ${linkId} and position = 0 and kind = 'poster' returning blob_id`.execute(tx)
  return rows.map(row => row.blob_id)
}

export async function deleteFilesOfLinks(tx: Tx, linkIds: readonly string[]): Promise<void> {
  await sql`delete from files where ${inList(tx, 'link_id', linkIds)}`.execute(tx)
}

/** Replaces the envelopes of encrypted files. */
export async function setSealed(
  tx: Tx,
  envelopes: readonly (readonly [id: string, sealed: string])[],
): Promise<void> {
  if (envelopes.length === 0) return
  await sql`update files set sealed = d.sealed
    from (with d(id, sealed) as (${bulkRows(tx, ['text', 'text'], envelopes)}) select * from d) d
    where files.id = d.id`.execute(tx)
}

/** Sets the bytes that links show to those of their files. */
export async function updateFileBytes(tx: Tx, linkIds: readonly string[]): Promise<void> {
  await sql`update links set file_bytes = (select sum(b.size) from files f join blobs b on b.id = f.blob_id
    where f.link_id = links.id and f.kind = 'file') where ${inList(tx, 'id', linkIds)}`.execute(tx)
}

/** Returns those of the links that have files, or copies of their pages. */
export async function linksWithFiles(tx: Tx, linkIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ link_id: string }>`select distinct link_id from files
    where ${inList(tx, 'link_id', linkIds)}`.execute(tx)
  return new Set(rows.map(row => row.link_id))
}
