import { sql } from 'kysely'
import { bulkRows, type ColumnType } from '../../db/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, rowLock } from '../../db/dialect.ts'
import type { BlobRow, FileRow, RemovedFileRow } from '../../db/fileTables.ts'
import { readRow } from '../../db/readRow.ts'
import { isCapture, isLive, isOldCopy } from './storedFileQuery.ts'

/** How long removed files can be restored, in milliseconds. */
export const restorableMs = 24 * 3_600_000

/** Links whose files or copies are all removed. */
export type RemovedSet = 'trash' | 'oldCopies' | 'captures'

/** The maximum number of files that one batch reads: a library may have millions, and only a few of them in the set. */
const filesAtOnce = 2000

/** Some links of a set. */
export interface Portion {
  linkIds: string[]
  /** The start of the next batch; null after the last one. */
  next: string | null
}

/**
 * Returns links of a set that count for an owner and have something to remove. It reads the files of the owner in
 * the order of their ids.
 * @param after the end of the previous batch; '' for the first one
 */
export async function readPortion(
  db: Queries,
  { set, ownerId, after }: { set: RemovedSet; ownerId: string; after: string },
  limit: number,
): Promise<Portion> {
  const isInSet = {
    trash: sql`not (${isLive})`,
    oldCopies: sql`${isLive} and ${isOldCopy}`,
    captures: sql`${isLive} and ${isCapture}`,
  }[set]
  const { rows } = await sql<{ id: string; link_id: string; is_in_set: number }>`
    select f.id, f.link_id, case when ${isInSet} then 1 else 0 end as is_in_set
    from (select id, link_id, kind, position from files where owner_id = ${ownerId} and id > ${after}
      order by id limit ${filesAtOnce}) f
    join links l on l.id = f.link_id join collections c on c.id = l.collection_id order by f.id`.execute(db)
  const linkIds = new Set<string>()
  for (const row of rows) {
    if (row.is_in_set === 0) continue
    linkIds.add(row.link_id)
    if (linkIds.size === limit) return { linkIds: [...linkIds], next: row.id }
  }
  return { linkIds: [...linkIds], next: rows.length < filesAtOnce ? null : (rows.at(-1)?.id ?? null) }
}

/** Returns those of the links that belong to an owner, locked until the transaction ends. */
export async function lockOwnLinks(
  tx: Tx,
  ids: readonly string[],
  ownerId: string,
): Promise<{ seq: number; id: string }[]> {
  const { rows } = await sql<{ seq: number; id: string }>`select seq, id from links
    where ${inList(tx, 'id', ids)} and owner_id = ${ownerId} order by seq ${rowLock(tx, 'for update')}`.execute(
    tx,
  )
  return rows
}

/**
 * Removes the files of links in a way that can be undone.
 * @param isSealed whether only encrypted files are selected
 * @returns the number of files, and their blobs
 */
export async function takeFiles(
  tx: Tx,
  linkIds: readonly string[],
  { undo, now, isSealed }: { undo: string; now: number; isSealed: boolean },
): Promise<{ count: number; blobs: string[] }> {
  const files = await tx
    .selectFrom('files')
    .selectAll()
    .where(inList(tx, 'link_id', linkIds))
    .where('kind', 'in', ['file', 'poster'])
    .$if(isSealed, query => query.where('sealed', 'is not', null))
    .execute()
  if (files.length === 0) return { count: 0, blobs: [] }
  const rows = files.map(file => [
    file.id,
    undo,
    file.owner_id,
    file.link_id,
    file.position,
    file.kind,
    file.blob_id,
    JSON.stringify(file),
    now,
  ])
  await sql`insert into removed_files (id, undo, owner_id, link_id, position, kind, blob_id, row, removed_at)
    ${bulkRows(tx, removedTypes, rows)}`.execute(tx)
  await sql`delete from files where ${inList(
    tx,
    'id',
    files.map(file => file.id),
  )}`.execute(tx)
  await sql`update links set file_bytes = null where ${inList(
    tx,
    'id',
    files.map(file => file.link_id),
  )}`.execute(tx)
  return { count: files.filter(file => file.kind === 'file').length, blobs: files.map(file => file.blob_id) }
}

const removedTypes: ColumnType[] = ['text', 'text', 'text', 'text', 'int', 'text', 'text', 'text', 'int']

export interface RestorableFile {
  file: FileRow
  /** null when its link has another file there, or its bytes are deleted. */
  blob: Pick<BlobRow, 'id' | 'digest' | 'size' | 'state'> | null
}

/** Returns removed files of an owner, with their bytes. */
export async function listRestorable(
  tx: Tx,
  { ownerId, undo, since }: { ownerId: string; undo: string; since: number },
  limit: number,
): Promise<RestorableFile[]> {
  const { rows } = await sql<
    Pick<RemovedFileRow, 'row'> &
      Pick<BlobRow, 'digest' | 'size' | 'state'> & { id: string | null; is_taken: number }
  >`select r.row, b.id, b.digest, b.size, b.state, case when f.id is null then 0 else 1 end as is_taken
    from removed_files r join links l on l.id = r.link_id
    left join blobs b on b.id = r.blob_id and b.owner_id = l.owner_id
    left join files f on f.link_id = r.link_id and f.position = r.position and f.kind = r.kind
    where r.owner_id = ${ownerId} and l.owner_id = ${ownerId} and r.undo = ${undo} and r.removed_at > ${since}
    order by r.link_id, r.position, r.kind limit ${limit}`.execute(tx)
  return rows.map(({ row, id, digest, size, state, is_taken: isTaken }) => ({
    file: JSON.parse(row) as FileRow,
    blob: id === null || isTaken === 1 ? null : { id, digest, size, state },
  }))
}

export interface Removal {
  undo: string
  files: number
  removed_at: number
}

/** Returns the removals of an owner that can be undone, the newest first. */
export async function listRemovals(db: Queries, ownerId: string, since: number): Promise<Removal[]> {
  const { rows } =
    await sql<Removal>`select r.undo, sum(case when r.kind = 'file' then 1 else 0 end) as files,
      min(r.removed_at) as removed_at from removed_files r join links l on l.id = r.link_id
    where r.owner_id = ${ownerId} and l.owner_id = ${ownerId} and r.removed_at > ${since}
    group by r.undo order by 3 desc limit 20`.execute(db)
  return rows
}

/** Deletes the records of removed files, which were restored or have expired. */
export async function deleteRemoved(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from removed_files where ${inList(tx, 'id', ids)}`.execute(tx)
}

export async function countRemoved(
  db: Queries,
  { ownerId, undo, since }: { ownerId: string; undo: string; since: number },
): Promise<number> {
  const { total } = await readRow(
    db,
    sql<{ total: number }>`select count(*) as total from removed_files r join links l on l.id = r.link_id
      where r.owner_id = ${ownerId} and l.owner_id = ${ownerId} and r.undo = ${undo} and r.removed_at > ${since}`,
  )
  return total
}

/** Cancels the deletion of a blob. The caller updates the counters. */
export async function reviveBlob(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('blobs')
    .set({ state: 'ready', deleting_at: null, category: 0 })
    .where('id', '=', id)
    .where('state', '=', 'deleting')
    .execute()
}

/** Deletes expired removals. */
export async function deleteExpired(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('removed_files').where('removed_at', '<=', before).execute()
}
