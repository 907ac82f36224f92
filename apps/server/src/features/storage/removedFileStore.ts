import type { StoredSet } from '@nestmark/contract/storage'
import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, rowLock } from '../../db/dialect.ts'
import type { BlobRow, FileRow, RemovedFileRow } from '../../db/tables/fileTables.ts'
import { countRows } from '../../db/statements/readRow.ts'
import { isInSet } from './storedFileQuery.ts'
import type { RemovedVersion } from './takenFileStore.ts'

/** The maximum number of files that one batch reads: a library may have millions, and only a few of them in the set. */
const filesAtOnce = 2000

/** Some links of a set. */
export interface LinkBatch {
  linkIds: string[]
  /** The start of the next batch; null after the last one. */
  next: string | null
}

/**
 * Returns links of a set that count for an owner and have something to remove. It reads the files of the owner in
 * the order of their ids.
 * @param after the end of the previous batch; '' for the first one
 */
export async function readLinkBatch(
  db: Queries,
  { set, ownerId, after, now }: { set: StoredSet; ownerId: string; after: string; now: number },
  limit: number,
): Promise<LinkBatch> {
  const { rows } = await sql<{ id: string; link_id: string; is_in_set: number }>`
    select f.id, f.link_id, case when ${isInSet(set, now)} then 1 else 0 end as is_in_set
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

export interface RestorableFile {
  file: FileRow
  /** null when its link has another file there, or its bytes are deleted. */
  blob: Pick<BlobRow, 'id' | 'digest' | 'size' | 'state'> | null
  /** The version of a page that it belongs to; null of other files. */
  removed: RemovedVersion | null
  /** The text of the page comes with it, or with another removed version of the page. */
  hasText: boolean
}

/** The files of a removal that can be restored. */
export interface RestoreOrder {
  ownerId: string
  undo: string
  since: number
  /** Only the files of this link. */
  linkId?: string
}

const ofOrder = ({ ownerId, undo, since, linkId }: RestoreOrder) =>
  sql`r.owner_id = ${ownerId} and l.owner_id = ${ownerId} and r.undo = ${undo} and r.removed_at > ${since}
    ${linkId === undefined ? sql`` : sql`and r.link_id = ${linkId}`}`

/** Returns removed files of an owner, with their bytes. */
export async function listRestorable(tx: Tx, order: RestoreOrder, limit: number): Promise<RestorableFile[]> {
  const { rows } = await sql<
    Pick<RemovedFileRow, 'row' | 'version'> &
      Pick<BlobRow, 'digest' | 'size' | 'state'> & { id: string | null; is_taken: number; has_text: number }
  >`select r.row, r.version, case when r.version is not null and exists (select 1 from removed_files t
      where t.link_id = r.link_id and t.page_text is not null) then 1 else 0 end as has_text,
     b.id, b.digest, b.size, b.state, case when f.id is null then 0 else 1 end as is_taken
    from removed_files r join links l on l.id = r.link_id
    left join blobs b on b.id = r.blob_id and b.owner_id = l.owner_id
    left join files f on f.link_id = r.link_id and f.position = r.position and f.kind = r.kind
    where ${ofOrder(order)}
    order by r.link_id, r.position, r.kind limit ${limit}`.execute(tx)
  return rows.map(({ row, version, has_text, id, digest, size, state, is_taken: isTaken }) => ({
    file: JSON.parse(row) as FileRow,
    removed: version === null ? null : (JSON.parse(version) as RemovedVersion),
    hasText: has_text === 1,
    blob: id === null || isTaken === 1 ? null : { id, digest, size, state },
  }))
}

export interface Removal {
  undo: string
  files: number
  /** Versions, PDFs and screenshots of pages. */
  copies: number
  removed_at: number
}

/** Returns the removals of an owner that can be undone, the newest first. */
export async function listRemovals(db: Queries, ownerId: string, since: number): Promise<Removal[]> {
  const { rows } =
    await sql<Removal>`select r.undo, sum(case when r.kind = 'file' then 1 else 0 end) as files,
      count(distinct case when r.kind in ('copy', 'reader') then r.link_id || ' ' || r.position end)
        + sum(case when r.kind in ('pdf', 'screenshot') then 1 else 0 end) as copies,
      min(r.removed_at) as removed_at from removed_files r join links l on l.id = r.link_id
    where r.owner_id = ${ownerId} and l.owner_id = ${ownerId} and r.removed_at > ${since}
    group by r.undo order by 4 desc limit 20`.execute(db)
  return rows
}

/** Deletes the records of removed files, which were restored or have expired. */
export async function deleteRemoved(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from removed_files where ${inList(tx, 'id', ids)}`.execute(tx)
}

export const countRemoved = (db: Queries, order: RestoreOrder): Promise<number> =>
  countRows(db, sql`select 1 from removed_files r join links l on l.id = r.link_id where ${ofOrder(order)}`)

/** Cancels the deletion of a blob. The caller updates the counters. */
export async function reviveBlob(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('blobs')
    .set({ state: 'ready', deleting_at: null, category: 0 })
    .where('id', '=', id)
    .where('state', '=', 'deleting')
    .execute()
}
