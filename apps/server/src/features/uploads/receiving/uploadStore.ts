import { type ExpressionBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { countRows } from '../../../db/statements/readRow.ts'
import type { UploadPartRow, UploadRow } from '../../../db/tables/fileTables.ts'
import type { Tables } from '../../../db/tables/allTables.ts'

export async function insertUpload(tx: Tx, upload: UploadRow): Promise<void> {
  await tx.insertInto('uploads').values(upload).execute()
}

export async function findUpload(db: Queries, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the upload that an earlier request with this key has started. */
export async function findUploadByRequest(
  db: Queries,
  personId: string,
  requestKey: string,
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('person_id', '=', personId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
}

export const countOpenUploads = (db: Queries, personId: string): Promise<number> =>
  countRows(db, sql`select 1 from uploads where person_id = ${personId} and state = 'open'`)

/** Returns the parts that arrived, in order. */
export async function listParts(db: Queries, uploadId: string): Promise<UploadPartRow[]> {
  return db
    .selectFrom('upload_parts')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .orderBy('number')
    .execute()
}

/**
 * Records a part that arrived, and extends the upload.
 * @returns false when the upload is not open any more
 */
export async function recordPart(tx: Tx, part: UploadPartRow, expiresAt: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ expires_at: expiresAt })
    .where('id', '=', part.upload_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx
    .insertInto('upload_parts')
    .values(part)
    .onConflict(conflict => conflict.columns(['upload_id', 'number']).doUpdateSet(part))
    .execute()
  return true
}

/** Marks the form of an upload as used. Returns false when it was used before, or the upload has ended. */
export async function useForm(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ form_state: 'used' })
    .where('id', '=', id)
    .where('form_state', '=', 'unused')
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes an upload whose owner's row is locked. */
export async function setUpload(
  tx: Tx,
  id: string,
  change: Partial<Pick<UploadRow, 'state' | 'size' | 'blob_id' | 'peaks' | 'expires_at'>>,
): Promise<void> {
  await tx.updateTable('uploads').set(change).where('id', '=', id).execute()
}

/** Returns the open and ready uploads of an owner that have expired. */
export async function listExpired(tx: Tx, ownerId: string, now: number): Promise<UploadRow[]> {
  return tx
    .selectFrom('uploads')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['open', 'ready'])
    .where('expires_at', '<=', now)
    .execute()
}

/** Returns owners who have expired uploads. */
export async function ownersOfExpired(db: Queries, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('owner_id')
    .distinct()
    .where('state', 'in', ['open', 'ready'])
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute()
  return rows.map(row => row.owner_id)
}

/** Selects the uploads that a person sends or pays for. */
const isOfPerson = (personId: string) => (eb: ExpressionBuilder<Tables, 'uploads'>) =>
  eb.or([eb('person_id', '=', personId), eb('owner_id', '=', personId)])

/** Returns open and ready uploads that a person sends or pays for. */
export async function uploadsOfPerson(db: Queries, personId: string, limit: number): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where(isOfPerson(personId))
    .where('state', 'in', ['open', 'ready'])
    .limit(limit)
    .execute()
}

/** Returns the temporary PDFs that show these libraries. */
export async function listPrinted(tx: Tx, ownerIds: readonly string[]): Promise<UploadRow[]> {
  return tx
    .selectFrom('uploads')
    .selectAll()
    .where(inList(tx, 'printed_owner_id', ownerIds))
    .where('state', 'in', ['open', 'ready'])
    .execute()
}

/** Returns where the uploads that a person sends or pays for, and that did not become files, have stored their parts. */
export async function unfinishedUploadsOfPerson(
  db: Queries,
  personId: string,
): Promise<Pick<UploadRow, 'object_key' | 'store_upload_id'>[]> {
  return db
    .selectFrom('uploads')
    .select(['object_key', 'store_upload_id'])
    .where(isOfPerson(personId))
    .where('state', '<>', 'claimed')
    .execute()
}

/** Returns uploads that have ended in this state, and expired. */
export async function listEnded(
  db: Queries,
  state: 'cancelled' | 'expired' | 'claimed',
  expiredAt: number,
  limit: number,
): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('state', '=', state)
    .where('expires_at', '<=', expiredAt)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

export async function deleteUploads(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from uploads where ${inList(tx, 'id', ids)}`.execute(tx)
}

/** Returns the uploads with these ids that a person sent for an owner and that are complete. */
export async function readyUploads(
  tx: Tx,
  { personId, ownerId, now }: { personId: string; ownerId: string; now: number },
  ids: readonly string[],
): Promise<(UploadRow & { blob_id: string; blob_size: number })[]> {
  const { rows } = await sql<
    UploadRow & { blob_id: string; blob_size: number }
  >`select u.*, b.size as blob_size from uploads u join blobs b on b.id = u.blob_id
    where ${inList(tx, 'u.id', ids)} and u.person_id = ${personId} and u.owner_id = ${ownerId}
      and u.state = 'ready' and u.purpose in ('file', 'thumb') and u.expires_at > ${now}`.execute(tx)
  return rows
}

export async function setClaimed(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update uploads set state = 'claimed' where ${inList(tx, 'id', ids)}`.execute(tx)
}

/** Deletes uploads that became files with these blobs. */
export async function deleteClaimed(tx: Tx, blobIds: readonly string[]): Promise<void> {
  await sql`delete from uploads where ${inList(tx, 'blob_id', blobIds)} and state = 'claimed'`.execute(tx)
}
