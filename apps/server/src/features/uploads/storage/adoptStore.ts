import { sql } from 'kysely'
import { bulkRows } from '../../../db/statements/bulkRows.ts'
import type { Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import type { BlobRow } from '../../../db/tables/fileTables.ts'

/** A blob that files of another owner use. */
export interface ForeignBlob extends Pick<
  BlobRow,
  'id' | 'owner_id' | 'digest' | 'size' | 'media_type' | 'state' | 'category' | 'copy_of'
> {
  /** Whether its own owner still uses it. */
  inUse: boolean
  /** A blob of the new owner with the same bytes, which may still be arriving; null without one. */
  own: string | null
  /** Whether the object of that blob is missing. */
  ownLost: boolean
}

/** Returns those of the blobs that belong to another user than the owner of the files that use them. */
export async function foreignBlobs(
  tx: Tx,
  ownerId: string,
  blobIds: readonly string[],
): Promise<ForeignBlob[]> {
  const { rows } = await sql<
    Omit<ForeignBlob, 'inUse' | 'ownLost'> & { in_use: number; own_lost: number | null }
  >`select b.id, b.owner_id, b.digest, b.size, b.media_type, b.state, b.category, b.copy_of,
      case when exists (select 1 from files f where f.blob_id = b.id and f.owner_id = b.owner_id)
        or exists (select 1 from uploads u where u.blob_id = b.id and u.state = 'ready') then 1 else 0 end as in_use,
      o.id as own, o.lost_at as own_lost
    from blobs b left join blobs o on o.id = (
      select x.id from blobs x where x.owner_id = ${ownerId} and x.digest = b.digest and x.state in ('ready', 'arriving')
      order by x.state desc, x.id limit 1)
    where ${inList(tx, 'b.id', blobIds)} and b.owner_id <> ${ownerId} order by b.id`.execute(tx)
  return rows.map(({ in_use: inUse, own_lost: ownLost, ...row }) => ({
    ...row,
    inUse: inUse === 1,
    ownLost: ownLost !== null,
  }))
}

/** Makes the files of an owner use other blobs. */
export async function repointFiles(
  tx: Tx,
  ownerId: string,
  pairs: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  if (pairs.length === 0) return
  await sql`update files set blob_id = d.after
    from (with d(before, after) as (${bulkRows(tx, ['text', 'text'], pairs)}) select * from d) d
    where files.blob_id = d.before and files.owner_id = ${ownerId}`.execute(tx)
}

export async function setOwnerOfBlobs(tx: Tx, ids: readonly string[], ownerId: string): Promise<void> {
  if (ids.length > 0)
    await sql`update blobs set owner_id = ${ownerId} where ${inList(tx, 'id', ids)}`.execute(tx)
}

/** Transfers the files of all links in these collections. Returns their blobs. */
export async function setOwnerOfFiles(
  tx: Tx,
  collections: readonly string[],
  ownerId: string,
): Promise<string[]> {
  // Copies of pages are files too, and do not count in the bytes of their link.
  const links = sql`select id from links where ${inList(tx, 'collection_id', collections)}`
  const { rows } = await sql<{ blob_id: string }>`update files set owner_id = ${ownerId}
    where link_id in (${links}) returning blob_id`.execute(tx)
  return [...new Set(rows.map(row => row.blob_id))]
}

/** Returns the ids of links by their sequence numbers. */
export async function idsOfLinks(tx: Tx, seqs: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('links')
    .select(['seq', 'id'])
    .where(inList(tx, 'seq', seqs))
    .execute()
  return new Map(rows.map(row => [row.seq, row.id]))
}

/** Sets the bytes of new links that were copied from others. */
export async function copyFileBytes(
  tx: Tx,
  pairs: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  await sql`update links set file_bytes = s.file_bytes
    from (with d(source, copy) as (${bulkRows(tx, ['text', 'text'], pairs)}) select * from d) d
    join links s on s.id = d.source where links.id = d.copy`.execute(tx)
}
