import { sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import type { BlobRow } from '../../../db/tables/fileTables.ts'
import { inList, inSubquery, rowLock } from '../../../db/dialect.ts'

/** Types of pictures, as the index of pictures without previews names them. */
const pictureTypes = sql.raw("('image/jpeg', 'image/png', 'image/webp', 'image/gif')")

/** The bytes of a picture that may have a preview, with its largest size in pixels. */
export interface UnpreviewedBlob extends Pick<BlobRow, 'id' | 'size'> {
  owner_id: string
  width: number | null
  height: number | null
  /** 0 for thumbnails and copies of pages, which need no previews. */
  is_file: number
}

/** The condition of the index `blobs_unpreviewed`. */
const isUnpreviewed = sql`previewed = 0 and state = 'ready' and lost_at is null and media_type in ${pictureTypes}`

const selected = sql`b.id, b.owner_id, b.size, f.width, f.height, case when f.id is null then 0 else 1 end as is_file`
const joinFile = sql`left join files f on f.id = (
  select x.id from files x where x.blob_id = b.id and x.kind = 'file' and x.state = 'ready' order by x.id limit 1)`

/** Returns a picture of a file, unless it has its preview, needs none, or is lost. */
export async function findUnpreviewed(db: Queries, blobId: string): Promise<UnpreviewedBlob | undefined> {
  const { rows } = await sql<UnpreviewedBlob>`select ${selected}
    from (select * from blobs where id = ${blobId} and owner_id is not null and ${isUnpreviewed}) b ${joinFile}
    where f.id is not null`.execute(db)
  return rows[0]
}

/**
 * Returns pictures of files that have been read and have no preview: the same number of each owner, so that a large library
 * does not keep others waiting. Thumbnails and copies of pages are included until they are marked. Both queries read the index in steps: the next owner, and the first pictures of an owner.
 */
export async function listUnpreviewed(db: Queries, limit: number): Promise<UnpreviewedBlob[]> {
  const { rows: owners } = await sql<{ id: string }>`with recursive owner (id) as (
      select min(owner_id) from blobs where ${isUnpreviewed}
      union all
      select (select min(owner_id) from blobs where owner_id > owner.id and ${isUnpreviewed})
      from owner where owner.id is not null)
    select id from owner where id is not null limit ${limit}`.execute(db)
  if (owners.length === 0) return []
  const ids = owners.map(owner => owner.id)
  const first = sql`select id from blobs where owner_id = o.id and ${isUnpreviewed}
    order by id limit ${Math.ceil(limit / ids.length)}`
  const { rows } = await sql<UnpreviewedBlob>`select ${selected}
    from people o cross join blobs b ${joinFile}
    where ${inList(db, 'o.id', ids)} and ${inSubquery(db, sql.ref('b.id'), first)} limit ${limit}`.execute(db)
  return rows
}

/** Records that pictures need previews, where they have none: equal bytes can be a thumbnail before they are a file. */
export async function setUnpreviewed(tx: Tx, blobIds: readonly string[]): Promise<void> {
  await sql`update blobs set previewed = 0 where ${inList(tx, 'id', blobIds)}
    and not exists (select 1 from blobs p where p.preview_of = blobs.id and p.state = 'ready')`.execute(tx)
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

/** The condition of the index `blobs_lost_previews`; the range makes SQLite prefer it to `blobs_by_preview`. */
const isLostPreview = sql`lost_at >= 0 and preview_of is not null and state = 'ready'`

/** Returns whether the objects of previews are missing. */
export async function hasLostPreviews(db: Queries): Promise<boolean> {
  const { rows } = await sql`select id from blobs where ${isLostPreview} limit 1`.execute(db)
  return rows.length > 0
}

/** Deletes previews whose objects are missing. Their pictures get new ones. */
export async function dropLostPreviews(tx: Tx, now: number): Promise<void> {
  await sql`update blobs set previewed = 0 where id in (select preview_of from blobs where ${isLostPreview})`.execute(
    tx,
  )
  await sql`update blobs set state = 'deleting', deleting_at = ${now} where ${isLostPreview}`.execute(tx)
}
