import { createGunzip } from 'node:zlib'
import { servedCopyPolicy } from '@nestmark/core/copy/copyHead'
import { create as createDisposition } from 'content-disposition'
import { isAllowed } from '../../../access/policies.ts'
import { addRoles } from '../../../access/roles.ts'
import { isPageFile } from '../../../db/tables/fileTables.ts'
import type { ByteRange, Chunks } from '../../../blobStorage/fileStore.ts'
import type { FileRequest, FileResponse } from '../../../calls/fileRequests.ts'
import { inertHeaders } from '../../../calls/inertHeaders.ts'
import type { Services } from '../../../services.ts'
import { requireBandwidth } from './bandwidth.ts'
import { setLost } from '../storage/blobStore.ts'
import { isValidAddress, unknownName } from './fileAddress.ts'
import { findServedFile, type ServedFile } from './servedFileQuery.ts'
import { withStoreErrors } from '../storage/storeErrors.ts'

/**
 * Opens a file for a request. The right to read its link is checked each time, so that an end of access counts
 * immediately, also during playback of a video.
 * @returns 'missing' when the address is invalid or the caller may not read the link, 'lost' when the bytes are missing
 * @throws Refused 'plan.bandwidth', 'files.storeAway'
 */
export async function serveFile(
  services: Services,
  request: FileRequest,
): Promise<FileResponse | 'missing' | 'lost'> {
  const { db, config, now } = services
  if (!isValidAddress(config.secret, request, now())) return 'missing'
  const file = await findServedFile(db.read, request, now())
  if (!file || (request.sessionId !== '' && file.personId === null)) return 'missing'
  const who = file.personId === null ? null : { personId: file.personId }
  const [link] = await addRoles(db.read, who, [file.link])
  if (!link?.role) return 'missing'
  await requireBandwidth(services, file.ownerId)
  if (file.isSealed && !isAllowed(link.role, 'links.envelopes')) return 'missing'
  if (!isPageFile(file)) {
    const response = await open(services, file, request)
    if (isOpened(file, request, response)) services.openedFiles.add(file.id, file.openedAt)
    return response
  }
  if (!isAllowed(link.role, 'links.copies')) return 'missing'
  return file.mediaType === 'text/html' ? openPage(services, file, request) : open(services, file, request)
}

/** Returns whether a response opens a file: a part of it, all of it, or its preview is sent, or known by the client. */
function isOpened(
  { kind }: ServedFile,
  { isHead }: FileRequest,
  response: FileResponse | 'missing' | 'lost',
): boolean {
  return kind === 'file' && !isHead && typeof response === 'object' && response.status !== 416
}

async function open(
  services: Services,
  file: ServedFile,
  request: FileRequest,
): Promise<FileResponse | 'missing' | 'lost'> {
  const etag = `"${file.blobId}"`
  const headers = toHeaders(file, etag)
  const { ownerId, size } = file
  if (matches(request.ifNoneMatch, etag)) return { status: 304, headers, ownerId, stream: null }
  const isCurrent = request.ifRange === undefined || request.ifRange === etag
  const range = isCurrent ? parseRange(request.range, size) : 'whole'
  if (range === 'none')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, ownerId, stream: null }
  const location = await findAddress(services, file, headers, request, range)
  // The address is valid for a short time, and must not be stored.
  if (location !== null)
    return { status: 302, headers: { location, 'cache-control': 'no-store' }, ownerId, stream: null }
  const wanted = range === 'whole' ? undefined : range
  const read = () => services.fileStore.readChunks(file.blobId, wanted)
  const stream = await readObject(services, file, { range: wanted, isHead: request.isHead, read })
  if (stream === 'missing' || stream === 'lost') return stream
  const onIncomplete = () => recordIfLost(services, file)
  if (range === 'whole')
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(size) },
      ownerId,
      stream,
      onIncomplete,
    }
  const { first, last } = range
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(last - first + 1),
      'content-range': `bytes ${first}-${last}/${size}`,
    },
    ownerId,
    stream,
    onIncomplete,
  }
}

/**
 * Returns an address of the object in the bucket, which ends with the one that was asked for. Null where the server sends
 * the bytes: no bucket may be read directly, the object has to be checked, or the page decrypts what it reads.
 */
async function findAddress(
  { config, fileStore, now }: Services,
  file: ServedFile,
  headers: Record<string, string>,
  { isHead, expires }: FileRequest,
  range: ByteRange | 'whole',
): Promise<string | null> {
  if (!config.files.isDirect || file.isSealed || isHead || file.isArriving || file.lostAt !== null)
    return null
  return withStoreErrors(async () => {
    const isComplete = range === 'whole' || range.first === 0
    if (isComplete && (await fileStore.readSize(file.blobId)) !== file.size) return null
    return fileStore.address(file.blobId, {
      type: file.mediaType,
      disposition: headers['content-disposition'] ?? 'attachment',
      seconds: Math.max(1, Math.min(300, Number(expires) - Math.floor(now() / 1000))),
    })
  })
}

/**
 * Opens the copy of a page. It is stored by gzip, and sent so to all clients that unpack it. A page is never sent without
 * the policy that makes it inert.
 */
async function openPage(
  services: Services,
  file: ServedFile,
  request: FileRequest,
): Promise<FileResponse | 'missing' | 'lost'> {
  const { ownerId, size } = file
  const etag = `"${file.blobId}${request.acceptsGzip ? '' : '-plain'}"`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': servedCopyPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    etag,
    vary: 'accept-encoding',
    'cache-control': 'private, max-age=300',
    ...(request.acceptsGzip && { 'content-encoding': 'gzip' }),
  }
  if (matches(request.ifNoneMatch, etag)) return { status: 304, headers, ownerId, stream: null }
  const read = () => services.fileStore.read(file.blobId)
  const stream = await readObject(services, file, { range: undefined, isHead: request.isHead, read })
  if (stream === 'missing' || stream === 'lost') return stream
  if (request.acceptsGzip)
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(size) },
      ownerId,
      stream,
      onIncomplete: () => recordIfLost(services, file),
    }
  if (!stream) return { status: 200, headers, ownerId, stream }
  const unpacked = stream.pipe(createGunzip())
  stream.on('error', error => unpacked.destroy(error))
  unpacked.on('close', () => stream.destroy())
  return { status: 200, headers, ownerId, stream: unpacked }
}

/** Opens the object, and records when it is missing, of another size, or there again. */
async function readObject<Stream extends Chunks>(
  { db, fileStore, now }: Services,
  file: ServedFile,
  {
    range,
    isHead,
    read,
  }: { range: ByteRange | undefined; isHead: boolean; read: () => Promise<Stream | null> },
): Promise<Stream | null | 'missing' | 'lost'> {
  if (file.isArriving) return 'missing'
  return withStoreErrors(async () => {
    // The size is compared where a reading begins: every further range would cost a request to a remote store.
    const isIntact = range && range.first > 0 ? true : (await fileStore.readSize(file.blobId)) === file.size
    const stream = isIntact && !isHead ? await read() : null
    const isLost = !isIntact || (stream === null && !isHead)
    if (isLost !== (file.lostAt !== null)) {
      // Reads still work when writes fail, for example on a full disk.
      await db.write(tx => setLost(tx, file.blobId, isLost ? now() : null)).catch(() => undefined)
    }
    return isLost ? 'lost' : stream
  })
}

/** Records that an object is lost when it turned out to be shorter while it was sent. */
async function recordIfLost({ db, fileStore, now }: Services, { blobId, size }: ServedFile): Promise<void> {
  try {
    if ((await fileStore.readSize(blobId)) !== size) await db.write(tx => setLost(tx, blobId, now()))
  } catch {
    // The store is unreachable, or writes fail. The next reading finds it.
  }
}

/** The headers of U03: a file is never interpreted as a page, whatever it contains. */
function toHeaders({ name, mediaType }: ServedFile, etag: string): Record<string, string> {
  const type = /^(image|audio|video)\//.test(mediaType) ? 'inline' : 'attachment'
  return {
    'content-type': mediaType,
    'content-disposition': createDisposition(name || unknownName, { type }),
    ...inertHeaders,
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, max-age=300',
  }
}

function matches(header: string | undefined, etag: string): boolean {
  return (
    header?.split(',').some(each => each.trim().replace(/^W\//, '') === etag || each.trim() === '*') ?? false
  )
}

/**
 * Returns the range of a `Range` header: 'whole' without a range that is understood, and for several ranges; 'none' for
 * one outside of the file.
 * @param size of the file in bytes, at least 1
 */
function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '')
  const [, from = '', to = ''] = found ?? []
  if (!found || (from === '' && to === '')) return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'none' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first >= size ? 'none' : { first, last }
}
