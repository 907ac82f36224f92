import * as contract from '@nestmark/contract/files'
import { isMediaType } from '@nestmark/core/media/mediaTypes'
import { isSniffedAs, sniffedBytes } from '@nestmark/core/media/sniff'
import { refuse } from '../../../access/refuse.ts'
import type { UploadPartRow, UploadRow } from '../../../db/tables/fileTables.ts'
import { joinDigests, readDigest, storedPartBytes } from '../../../blobStorage/parts.ts'
import { type FileStore, StoreError } from '../../../blobStorage/fileStore.ts'
import { action } from '../../../calls/action.ts'
import type { CallWith, ServicesWith } from '../../../services.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { cancelNow, findOwnUpload, countParts, hasEnded } from './ownUploads.ts'
import { cleanFile, createRangeReader, type StoredFile } from '../reading/stripFile.ts'
import { withStoreErrors } from '../storage/storeErrors.ts'
import { runInShare } from '../../../calls/runInShare.ts'
import { findUpload, listParts, setUpload } from './uploadStore.ts'
import { refuseContent, refuseDamaged, toFileKey } from './uploadType.ts'
import type { Tx } from '../../../db/db.ts'
import { findBlob, findBlobByDigest, insertBlob, markDeleting, replaceBlob } from '../storage/blobStore.ts'
import { uploadMs } from './endUploads.ts'
import { addBytes, lockOwners, noChange } from '../storage/storageStore.ts'

/** No file of the allowed types is shorter, in bytes. */
const minFileBytes = 24

/** Checks a file whose parts arrived, and makes it ready for a link. The same call may be repeated. */
export const finishUpload = action(
  contract.finishUpload,
  async ({ services, actor }: CallWith<'transfers' | 'media'>, { upload_id: id, peaks }) => {
    const upload = await findOwnUpload(services.db.read, actor, id)
    const finished = await runInShare(services.transfers, actor.personId, () =>
      finishStored(services, upload.id, peaks ? JSON.stringify(peaks) : null),
    )
    return {
      key: toFileKey(finished.id, finished.media_type),
      name: finished.name,
      size: finished.stored,
      media_type: finished.media_type,
    }
  },
)

type Finished = UploadRow & { /** Stored bytes. */ stored: number }

/** The uploads that are being finished in this process: a repeated call waits for the first. */
const finishing = new Map<string, Promise<Finished>>()

/**
 * Finishes an upload. Two servers may do so at the same time: the one that completes it first takes effect.
 * @param peaks the heights of its waveform as JSON
 * @throws Refused 'files.typeUnsupported' after it has cancelled a file whose bytes are of another type, or whose metadata cannot be removed
 */
export function finishStored(
  services: ServicesWith<'media'>,
  id: string,
  peaks: string | null,
): Promise<Finished> {
  const running = finishing.get(id)
  if (running) return running
  const work = finishOnce(services, id, peaks).finally(() => finishing.delete(id))
  finishing.set(id, work)
  return work
}

async function finishOnce(
  services: ServicesWith<'media'>,
  id: string,
  peaks: string | null,
): Promise<Finished> {
  const { db, fileStore, now } = services
  const upload = await findUpload(db.read, id)
  // A page is read by `keep-page-upload`.
  if (!upload || hasEnded(upload, now()) || upload.purpose === 'copy') return refuse('files.uploadNotFound')
  if (upload.state !== 'open') return storeUpload(services, upload, null, null)
  const parts = await listParts(db.read, id)
  if (parts.length < countParts(upload)) refuse('files.partsMissing')
  const file = await withStoreErrors(() => joinParts(services, upload, parts))
  const isEncrypted = upload.enc === 1
  if (!isEncrypted && !(await hasDeclaredType(services, upload))) {
    await cancelNow(services, upload)
    refuseContent(upload.name)
  }
  const stored = await withStoreErrors(() =>
    isEncrypted ? hashFile(fileStore, file) : cleanFile(services, upload, file),
  )
  if (!stored) {
    await cancelNow(services, upload)
    return refuseDamaged(upload.name)
  }
  const settled = await storeUpload(services, upload, stored, isEncrypted ? null : peaks)
  // The sweep removes what this call cannot.
  const unused = [...new Set([file.key, stored.key])].filter(key => key !== settled.blob_id)
  if (unused.length > 0) await fileStore.remove(unused).catch(() => undefined)
  return settled
}

/** Joins the parts in the store to one object. */
export async function joinParts(
  { fileStore }: Pick<CommonServices, 'fileStore'>,
  upload: UploadRow,
  parts: readonly UploadPartRow[],
): Promise<StoredFile> {
  const tags = parts.map(({ number, tag }) => ({ number: number - 1, tag }))
  await fileStore.finish(upload.object_key, upload.store_upload_id, tags)
  const digest = joinDigests(parts.map(part => part.digest))
  return { key: upload.object_key, size: upload.size, digest }
}

/**
 * Returns an encrypted file with its digest: that of parts as all objects are written in. The parts of its upload were
 * longer, so a larger file is read once.
 */
async function hashFile(store: FileStore, file: StoredFile): Promise<StoredFile> {
  if (file.size <= storedPartBytes) return file
  const stream = await store.read(file.key)
  if (!stream) throw new StoreError('lost', 'The object was removed while it was read.')
  return { ...file, digest: await readDigest(stream, file.size) }
}

/** Returns whether the first bytes are those of the declared type (U02). */
async function hasDeclaredType(
  { fileStore }: Pick<CommonServices, 'fileStore'>,
  { object_key: key, size, media_type: type }: UploadRow,
): Promise<boolean> {
  if (size < minFileBytes || !isMediaType(type)) return false
  const head = await withStoreErrors(() => createRangeReader(fileStore, key, size)(0, sniffedBytes))
  return isSniffedAs(head, type)
}

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
