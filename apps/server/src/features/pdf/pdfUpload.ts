import { limits } from '@nestmark/core/limits'
import { create as createDisposition } from 'content-disposition'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { UploadRow } from '../../db/tables/fileTables.ts'
import { newId } from '../../db/newId.ts'
import { storedPartBytes, writeObject, toChunks } from '../../blobStorage/parts.ts'
import type { CommonServices } from '../../calls/services.ts'
import type { AddressKind } from '../../calls/sessionAddress.ts'
import { requireSpace, reserve } from '../uploads/receiving/openUpload.ts'
import { lockOwners } from '../uploads/storage/storageStore.ts'
import { storeUpload } from '../uploads/receiving/finishUpload.ts'
import { withStoreErrors } from '../uploads/storage/storeErrors.ts'
import { queueSweepAfter } from '../uploads/storage/sweepFiles.job.ts'
import { countOpenUploads, findUpload, insertUpload, setUpload } from '../uploads/receiving/uploadStore.ts'
import type { FileResponse, SessionFileRequest } from '../../calls/fileRequests.ts'
import { inertHeaders } from '../../calls/inertHeaders.ts'
import type { Services } from '../../services.ts'
import { mayUseAddress } from '../session/mayUseAddress.ts'

/** The addresses of PDF files (P04). Their id is that of the upload. */
export const pdfAddress: AddressKind = { path: 'pdf', purpose: 'pdf address', validMs: 15 * 60_000 }

/**
 * Begins a temporary PDF, before its page is read: encryption ends it also while it is printed. Its row has no name,
 * because that may be a title.
 * @param ownerId the owner of the library that it shows
 * @throws Refused 'files.tooManyUploads', 'server.full'
 */
export async function openPdf(services: CommonServices, actor: Actor, ownerId: string): Promise<UploadRow> {
  const { db, fileStore, now } = services
  requireSpace(await withStoreErrors(() => fileStore.readSpace()))
  const upload: UploadRow = {
    id: newId(),
    person_id: actor.personId,
    owner_id: actor.personId,
    purpose: 'pdf',
    enc: 0,
    name: '',
    size: 0,
    media_type: 'application/pdf',
    part_size: storedPartBytes,
    object_key: newId(),
    store_upload_id: '',
    form_state: 'none',
    state: 'open',
    blob_id: null,
    peaks: null,
    request_key: null,
    collection_id: null,
    printed_owner_id: ownerId,
    created_at: now(),
    expires_at: now() + pdfAddress.validMs,
  }
  await db.write(async tx => {
    await lockOwners(tx, [actor.personId])
    if ((await countOpenUploads(tx, actor.personId)) >= limits.openUploads) refuse('files.tooManyUploads')
    await insertUpload(tx, upload)
  })
  return upload
}

/**
 * Stores the bytes of a temporary PDF, which its maker pays for until it expires.
 * @throws Refused 'plan.storage', 'files.uploadNotFound' when it has ended since
 */
export async function storePdf(
  services: CommonServices,
  actor: Actor,
  { id, object_key: key }: UploadRow,
  bytes: Uint8Array,
): Promise<void> {
  const { db, fileStore, now } = services
  const size = bytes.length
  const upload = await db.write(async tx => {
    await reserve(tx, actor, actor.personId, size, now())
    const open = await findUpload(tx, id)
    if (open?.state !== 'open') return refuse('files.uploadNotFound')
    await setUpload(tx, id, { size })
    return { ...open, size }
  })
  const digest = await withStoreErrors(() => writeObject(fileStore, key, toChunks(bytes), size))
  const { blob_id: blobId } = await storeUpload(
    services,
    upload,
    { key, size, digest },
    null,
    pdfAddress.validMs,
  )
  // The same bytes of one owner are stored once. The sweep removes what this call cannot.
  if (blobId !== key) await fileStore.remove([key]).catch(() => undefined)
  await db.write(tx => queueSweepAfter(tx, now() + pdfAddress.validMs, now()))
}

/** Opens a temporary PDF for a request, while its address is valid and its session has not ended (P04). */
export async function servePdf(
  services: Services,
  request: SessionFileRequest,
): Promise<FileResponse | 'missing'> {
  const { fileStore } = services
  const { id, name, personId } = request
  if (!(await mayUseAddress(services, pdfAddress, request))) return 'missing'
  const upload = await findUpload(services.db.read, id)
  if (upload?.purpose !== 'pdf' || upload.state !== 'ready' || !upload.blob_id) return 'missing'
  const { blob_id: key, size } = upload
  const stream = await withStoreErrors(() => fileStore.read(key))
  if (!stream) return 'missing'
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(size),
    'content-disposition': createDisposition(name, { type: 'attachment' }),
    ...inertHeaders,
    'cache-control': 'private, no-store',
  }
  return { status: 200, headers, ownerId: personId, stream }
}
