import type { Actor } from '../../../access/actor.ts'
import { refuse } from '../../../access/refuse.ts'
import type { PartRequest } from '../../../calls/fileRequests.ts'
import type { Services } from '../../../services.ts'
import { findOwnUpload, countParts, toPartLength } from './ownUploads.ts'
import { runInShare } from '../../../calls/runInShare.ts'
import { listParts, recordPart } from './uploadStore.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { hashStream } from '../../../blobStorage/parts.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { uploadMs } from './endUploads.ts'
import { withStoreErrors } from '../storage/storeErrors.ts'
import type { UploadPace } from '../../../configuration/config.ts'

/** The parts that are arriving in this process. Two writers of one part would mix their bytes. */
const arriving = new Set<string>()

/**
 * Receives a part of an upload. The same part with the same digest may be sent again.
 * @throws Refused 'request.lengthRequired', 'files.partInvalid', 'files.digestWrong', 'files.partChanged',
 * 'files.partBusy', 'files.uploadNotFound', 'request.tooSlow'
 */
export async function receivePart(services: Services, actor: Actor, request: PartRequest): Promise<void> {
  const upload = await findOwnUpload(services.db.read, actor, request.uploadId)
  const number = /^[1-9]\d{0,3}$/.test(request.number) ? Number(request.number) : 0
  if (number < 1 || number > countParts(upload)) refuse('files.partInvalid')
  if (request.length === undefined) refuse('request.lengthRequired')
  if (Number(request.length) !== toPartLength(upload, number)) refuse('files.partInvalid')
  const digest = parseDigest(request.digest)
  if (digest === null) return refuse('files.partInvalid')
  if (upload.state !== 'open' || upload.form_state !== 'none' || upload.expires_at <= services.now())
    refuse('files.uploadNotFound')
  const key = `${upload.id} ${number}`
  if (arriving.has(key)) refuse('files.partBusy', { retryAfter: 1 })
  arriving.add(key)
  try {
    const known = (await listParts(services.db.read, upload.id)).find(part => part.number === number)
    if (known?.digest === digest) return
    if (known) refuse('files.partChanged')
    const chunks = guardPace(request.chunks, services.config.uploadPace)
    await runInShare(services.transfers, actor.personId, () =>
      storePart(services, upload, number, chunks, digest),
    )
  } finally {
    arriving.delete(key)
  }
}

/** Returns the SHA-256 of a `Content-Digest` header (RFC 9530) in base64url; null without one. */
function parseDigest(header: string | undefined): string | null {
  const found = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header ?? '')?.[1]
  return found === undefined ? null : Buffer.from(found, 'base64').toString('base64url')
}

/**
 * Streams a part to the store, then records it. The bytes are durable when this returns.
 * @param expected the digest that the sender announced; null for a form, which has none
 * @throws Refused 'files.partInvalid' for another length, 'files.digestWrong', 'files.uploadNotFound' when the upload
 * has ended
 */
export async function storePart(
  { db, fileStore, now }: Pick<CommonServices, 'db' | 'fileStore' | 'now'>,
  upload: UploadRow,
  number: number,
  bytes: AsyncIterable<Uint8Array>,
  expected: string | null,
): Promise<void> {
  const part = {
    number: number - 1,
    offset: (number - 1) * upload.part_size,
    size: toPartLength(upload, number),
  }
  const { stream, digest: finishDigest } = hashStream(bytes)
  const tag = await withStoreErrors(() =>
    fileStore.writePart(upload.object_key, upload.store_upload_id, part, stream),
  )
  const digest = finishDigest()
  if (expected !== null && digest !== expected) refuse('files.digestWrong')
  const row = { upload_id: upload.id, number, digest, tag }
  if (!(await db.write(tx => recordPart(tx, row, now() + uploadMs)))) refuse('files.uploadNotFound')
}

/**
 * Ends bytes that arrive too slowly: enough of them must arrive in each period.
 * @throws Refused 'request.tooSlow' while they are read
 */
export async function* guardPace(
  chunks: AsyncIterable<Buffer>,
  { bytes, periodMs }: UploadPace,
): AsyncGenerator<Buffer> {
  let since: number | null = null
  let arrived = 0
  for await (const chunk of chunks) {
    const now = performance.now()
    since ??= now
    arrived += chunk.length
    if (now - since >= periodMs) {
      if (arrived < bytes) refuse('request.tooSlow')
      since = now
      arrived = 0
    }
    yield chunk
  }
}
