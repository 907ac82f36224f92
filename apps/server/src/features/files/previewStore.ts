import { sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { BlobRow } from '../../db/fileTables.ts'
import { inList, rowLock } from '../../db/dialect.ts'

/** Types of pictures, as the index of pictures without previews names them. */
const pictureTypes = sql.raw("('image/jpeg', 'image/png', 'image/webp', 'image/gif')")

/** The bytes of a picture that may have a preview, with its largest size in pixels. */
export interface UnpreviewedBlob extends Pick<BlobRow, 'id' | 'size'> {
  owner_id: string
  width: number | null
  height: number | null
}

const selectUnpreviewed = sql`select b.id, b.owner_id, b.size, f.width, f.height
  from blobs b join files f on f.id = (
    select x.id from files x where x.blob_id = b.id and x.kind = 'file' and x.state = 'ready' order by x.id limit 1)
  where b.previewed = 0 and b.state = 'ready' and b.media_type in ${pictureTypes} and b.owner_id is not null
    and b.lost_at is null`

/** Returns a picture of a file, unless it has its preview, needs none, or is lost. */
export async function findUnpreviewed(db: Queries, blobId: string): Promise<UnpreviewedBlob | undefined> {
  const { rows } = await sql<UnpreviewedBlob>`${selectUnpreviewed} and b.id = ${blobId}`.execute(db)
  return rows[0]
}

/**
 * Returns pictures of files that have been read and have no preview: one of each owner, then a second one of each, so that a
 * large library does not keep others waiting.
 */
export async function listUnpreviewed(db: Queries, limit: number): Promise<UnpreviewedBlob[]> {
  const { rows } = await sql<UnpreviewedBlob>`select id, owner_id, size, width, height from (
      select u.*, row_number() over (partition by owner_id order by id) as turn from (${selectUnpreviewed}) u) t
    order by turn, owner_id limit ${limit}`.execute(db)
  return rows
}

/** Records that pictures have their previews, or need none. */
export async function setPreviewed(tx: Tx, blobIds: readonly string[]): Promise<void> {
  if (blobIds.length > 0)
    await tx
      .updateTable('blobs')
      .set({ previewed: 1 })
      .where(inList(tx, 'id', blobIds))
      .execute()
}

/**
 * Adds the row of a preview before its object is written, unless its picture is being deleted. The row is marked as
 * being deleted until `keepPreview`: what is left of a process that ended is removed by the sweep, and with the picture
 * immediately. It has no owner, and counts in no storage.
 * @returns whether it was added
 */
export async function reservePreview(
  tx: Tx,
  pictureBlobId: string,
  { id, digest, size, media_type }: Pick<BlobRow, 'id' | 'digest' | 'size' | 'media_type'>,
  now: number,
): Promise<boolean> {
  const at = sql.lit(now)
  const { numAffectedRows = 0n } =
    await sql`insert into blobs (id, owner_id, digest, size, media_type, state, created_at, deleting_at, preview_of, previewed)
      select ${id}, null, ${digest}, ${sql.lit(size)}, ${media_type}, 'deleting', ${at}, ${at}, b.id, 1
      from blobs b where b.id = ${pictureBlobId} and b.state = 'ready' ${rowLock(tx, 'for share')}`.execute(
      tx,
    )
  return numAffectedRows > 0n
}

/**
 * Stores a preview whose object is written, unless its picture is being deleted or has another one since.
 * @returns whether it is stored
 */
export async function keepPreview(tx: Tx, pictureBlobId: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update blobs set state = 'ready', deleting_at = null where id = ${id} and state = 'deleting'
      and exists (select 1 from blobs b where b.id = ${pictureBlobId} and b.state = 'ready' and b.previewed = 0)
      and not exists (select 1 from blobs o where o.preview_of = ${pictureBlobId} and o.state = 'ready')`.execute(
      tx,
    )
  return numAffectedRows > 0n
}

/** Returns the previews of blobs, also those that are being deleted. */
export async function previewsOf(db: Queries, blobIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('blobs')
    .select('id')
    .where(inList(db, 'preview_of', blobIds))
    .execute()
  return rows.map(row => row.id)
}

/** Deletes previews whose objects are missing. Their pictures get new ones. */
export async function dropLostPreviews(tx: Tx, now: number): Promise<void> {
  const isLost = sql`preview_of is not null and state = 'ready' and lost_at is not null`
  await sql`update blobs set previewed = 0 where id in (select preview_of from blobs where ${isLost})`.execute(
    tx,
  )
  await sql`update blobs set state = 'deleting', deleting_at = ${now} where ${isLost}`.execute(tx)
}
