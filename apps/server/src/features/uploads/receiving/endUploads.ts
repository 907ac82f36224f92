import type { Tx } from '../../../db/db.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { findBlob, hastenDeletion, sweepDelayMs, updateBlobUse } from '../storage/blobStore.ts'
import { addBytes, type BytesChange, changeOf, lockOwners, noChange } from '../storage/storageStore.ts'
import { listExpired, listPrinted, setUpload, uploadsOfPerson, findUpload } from './uploadStore.ts'

/** How long an upload is retained after its last part, and a complete one until a link has it. In milliseconds. */
export const uploadMs = 86_400_000

const uploadsAtOnce = 100

/**
 * Ends open or ready uploads, by time or by their sender, and frees their bytes. The owners' rows must be locked, and the uploads read after that.
 * `removeParts` removes what they have stored.
 */
export async function endUploads(
  tx: Tx,
  uploads: readonly UploadRow[],
  now: number,
  ended: 'cancelled' | 'expired' = 'cancelled',
): Promise<void> {
  const changes = new Map<string, BytesChange>()
  for (const { id, owner_id: ownerId, state, size } of uploads) {
    await setUpload(tx, id, { state: ended, expires_at: now })
    if (state === 'open') changeOf(changes, ownerId).reserved -= size
  }
  await addBytes(tx, changes)
  const blobs = uploads.flatMap(each => each.blob_id ?? [])
  await updateBlobUse(tx, blobs, now)
  const printed = uploads.flatMap(({ purpose, blob_id: id }) => (purpose === 'pdf' && id ? id : []))
  await hastenDeletion(tx, printed, now - sweepDelayMs)
}

/**
 * Ends the temporary PDFs that show libraries in which texts are encrypted. It locks the rows of all owners of both.
 * @returns whether there are bytes to sweep
 */
export async function endPrinted(tx: Tx, ownerIds: readonly string[], now: number): Promise<boolean> {
  const payers = (await listPrinted(tx, ownerIds)).map(each => each.owner_id)
  if (payers.length === 0) return false
  await lockOwners(tx, [...ownerIds, ...payers])
  const printed = await listPrinted(tx, ownerIds)
  await endUploads(
    tx,
    printed.filter(each => payers.includes(each.owner_id)),
    now,
  )
  return true
}

/** Ends the expired uploads of an owner, whose row is locked. */
export async function expireUploads(tx: Tx, ownerId: string, now: number): Promise<void> {
  await endUploads(tx, await listExpired(tx, ownerId, now), now, 'expired')
}

/**
 * Ends some of the uploads that a person sends or pays for.
 * @returns false when none is left
 */
export async function endUploadsOfPerson(tx: Tx, personId: string, now: number): Promise<boolean> {
  const owners = (await uploadsOfPerson(tx, personId, uploadsAtOnce)).map(each => each.owner_id)
  await lockOwners(tx, owners)
  // Read again: they may have ended since.
  const uploads = await uploadsOfPerson(tx, personId, uploadsAtOnce)
  await endUploads(
    tx,
    uploads.filter(each => owners.includes(each.owner_id)),
    now,
  )
  return uploads.length > 0
}

/**
 * Removes the parts of ended uploads from the store. May run twice.
 * @throws StoreError
 */
export async function removeParts(
  { db, fileStore }: Pick<CommonServices, 'db' | 'fileStore'>,
  uploads: readonly Pick<UploadRow, 'object_key' | 'store_upload_id'>[],
): Promise<void> {
  for (const { object_key: key, store_upload_id: uploadId } of uploads) {
    if (uploadId !== '') await fileStore.abort(key, uploadId)
    // A finish that lost against the cancellation has joined the parts. The sweep removes the object of a blob.
    if (!(await findBlob(db.read, key))) await fileStore.remove([key])
  }
}

/** Ends the upload of a page that was read, and frees its reserved bytes. The row of its owner is locked. May be repeated. */
export async function claimPage(tx: Tx, id: string, now: number): Promise<void> {
  const upload = await findUpload(tx, id)
  if (upload?.state !== 'open') return
  await setUpload(tx, id, { state: 'claimed', expires_at: now + uploadMs })
  await addBytes(tx, new Map([[upload.owner_id, { ...noChange(), reserved: -upload.size }]]))
}
