import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { findBlob, findBlobByDigest, insertBlob, markDeleting, replaceBlob } from '../storage/blobStore.ts'
import { uploadMs } from './endUploads.ts'
import { hasEnded } from './presentUpload.ts'
import { addBytes, lockOwners, noChange } from '../storage/storageStore.ts'
import type { StoredFile } from '../reading/stripFile.ts'
import { findUpload, setUpload } from './uploadStore.ts'

/**
 * Turns the reserved bytes of a complete upload into stored ones, once. The same bytes of one owner are stored once.
 * @param file the stored bytes; null for an upload that was completed before
 * @param readyMs how long it is then retained, in milliseconds
 * @returns the upload, and its stored bytes
 * @throws Refused 'files.uploadNotFound' when it has ended since
 */
export async function storeUpload(
  { db, now }: Pick<CommonServices, 'db' | 'now'>,
  { id, owner_id: ownerId }: UploadRow,
  file: StoredFile | null,
  peaks: string | null,
  readyMs = uploadMs,
): Promise<UploadRow & { stored: number }> {
  return db.write(async tx => {
    await lockOwners(tx, [ownerId])
    const upload = await findUpload(tx, id)
    if (upload?.state === 'open' && file) {
      const blobId = await findOrCreateBlob(tx, upload, file, now())
      const change = { state: 'ready' as const, blob_id: blobId, peaks, expires_at: now() + readyMs }
      await setUpload(tx, id, change)
      return { ...upload, ...change, stored: file.size }
    }
    const blob = upload?.blob_id ? await findBlob(tx, upload.blob_id) : undefined
    if (!upload || !blob || hasEnded(upload, now())) return refuse('files.uploadNotFound')
    return { ...upload, stored: blob.size }
  })
}

/** Returns the blob with the bytes of an upload: one that the owner has, or a new one. */
async function findOrCreateBlob(tx: Tx, upload: UploadRow, file: StoredFile, now: number): Promise<string> {
  const { owner_id: ownerId } = upload
  const change = { ...noChange(), reserved: -upload.size }
  const same = await findBlobByDigest(tx, ownerId, file.digest)
  if (same && same.lost_at === null) {
    await addBytes(tx, new Map([[ownerId, change]]))
    return same.id
  }
  const blob = {
    id: file.key,
    owner_id: ownerId,
    digest: file.digest,
    size: file.size,
    media_type: upload.media_type,
    created_at: now,
  }
  if (same) {
    // The owner sends bytes again whose object is lost: their files get them back.
    await replaceLost(tx, same.id, blob)
    await addBytes(tx, new Map([[ownerId, change]]))
    return blob.id
  }
  await insertBlob(tx, blob)
  await addBytes(tx, new Map([[ownerId, { ...change, stored: file.size }]]))
  return blob.id
}

/** Puts a blob in the place of one with the same bytes, size and owner. The counters stay as they are. */
async function replaceLost(tx: Tx, lostId: string, blob: Parameters<typeof insertBlob>[1]): Promise<void> {
  const lost = await findBlob(tx, lostId)
  await markDeleting(tx, [lostId], blob.created_at)
  await insertBlob(tx, { ...blob, category: lost?.category ?? 0 })
  await replaceBlob(tx, lostId, blob.id)
}
