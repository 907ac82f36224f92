import { type Selectable, sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import { rowLock } from '../../../db/dialect.ts'
import type { BlobRow, FileRow } from '../../../db/tables/fileTables.ts'
import type { LinkRow } from '../../../db/tables/libraryTables.ts'
import { hasRow } from '../../../db/statements/readRow.ts'

/** A file that no job has read yet. */
export interface UnreadFile
  extends
    Pick<FileRow, 'id' | 'owner_id' | 'link_id' | 'position' | 'kind' | 'media_type' | 'blob_id'>,
    Pick<BlobRow, 'size'> {
  /** The blob whose bytes are being copied; null once the file has its own. */
  copy_of: string | null
}

/** Returns the next unread file of a link; the uploaded thumbnail of a file comes before it. */
export async function findUnreadFile(db: Queries, linkId: string): Promise<UnreadFile | undefined> {
  const { rows } = await sql<UnreadFile>`select f.id, f.owner_id, f.link_id, f.position, f.kind, f.media_type,
      f.blob_id, b.size, case when b.state = 'arriving' then b.copy_of end as copy_of
    from files f join blobs b on b.id = f.blob_id
    where f.link_id = ${linkId} and f.state = 'working'
    order by f.position, case f.kind when 'poster' then 0 else 1 end limit 1`.execute(db)
  return rows[0]
}

/** Returns the link of a file, locked until the transaction ends. A deletion locks the link before its files, too. */
export async function lockLinkOfFile(
  tx: Tx,
  linkId: string,
): Promise<
  Pick<Selectable<LinkRow>, 'seq' | 'id' | 'owner_id' | 'picture_id' | 'picture_source'> | undefined
> {
  return tx
    .selectFrom('links')
    .select(['seq', 'id', 'owner_id', 'picture_id', 'picture_source'])
    .where('id', '=', linkId)
    .modifyEnd(rowLock(tx, 'for update'))
    .executeTakeFirst()
}

/** Ends the reading of a file. Returns false when it has ended before. */
export async function setRead(
  tx: Tx,
  id: string,
  read: Pick<FileRow, 'width' | 'height' | 'duration_ms' | 'pages' | 'facts' | 'state' | 'fault'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set(read)
    .where('id', '=', id)
    .where('state', '=', 'working')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether the first file of a link has an uploaded thumbnail that was read. */
export async function hasReadPoster(tx: Tx, linkId: string): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('files')
      .where('link_id', '=', linkId)
      .where('position', '=', 0)
      .where('kind', '=', 'poster')
      .where('state', '=', 'ready'),
  )
}

export async function setPictureOfLink(tx: Tx, seq: number, pictureId: string): Promise<void> {
  await tx.updateTable('links').set({ picture_id: pictureId }).where('seq', '=', seq).execute()
}

/** Marks the files of a link whose reading failed as unread. Returns how many. */
export async function setUnread(tx: Tx, linkId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ state: 'working', fault: null })
    .where('link_id', '=', linkId)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Fails the unread files that no job reads, because their job failed. They can be read again. */
export async function failAbandonedFiles(tx: Tx, kind: string): Promise<void> {
  await sql`update files set state = 'failed', fault = 'unavailable' where state = 'working' and not exists (
    select 1 from jobs j where j.queue = ${kind} and j.finished_at is null
    and j.payload = '{"link":"' || files.link_id || '"}')`.execute(tx)
}
