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
import { cancelNow, findOwnUpload } from './ownUploads.ts'
import { cleanFile } from '../reading/cleanFile.ts'
import { countParts, hasEnded } from './presentUpload.ts'
import { storeUpload } from './storeUpload.ts'
import { withStoreErrors } from '../storage/storeErrors.ts'
import { createRangeReader, type StoredFile } from '../reading/stripFile.ts'
import { runInShare } from '../../../calls/runInShare.ts'
import { findUpload, listParts } from './uploadStore.ts'
import { refuseContent, refuseDamaged, toFileKey } from './uploadType.ts'

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
