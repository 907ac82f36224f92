import { planStrip, type Piece } from '@nestmark/core/media/strip'
import { buffer } from 'node:stream/consumers'
import { newId } from '../../../db/newId.ts'
import { type FileStore, StoreError } from '../../../blobStorage/fileStore.ts'
import { writeObject, toChunks } from '../../../blobStorage/parts.ts'
import type { MediaFile } from '../../../media/mediaTasks.ts'
import { refuse } from '../../../access/refuse.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { createConcurrencyLimits } from '../../../fetching/turns/concurrencyLimits.ts'
import { FetchRefused } from '../../../fetching/requests/fetchRefused.ts'
import { toMediaFile } from '../../../media/mediaProcesses.ts'
import type { Services } from '../../../services.ts'

/** A complete object of the store. */
export interface StoredFile {
  key: string
  size: number
  digest: string
}

/** Bytes that are read in one call: most metadata of a file is close together. */
const windowBytes = 256 * 1024

/** Returns a function that reads small ranges of an object. It throws StoreError when the object is missing. */
export function createRangeReader(store: FileStore, key: string, size: number) {
  let start = 0
  let window: Uint8Array = new Uint8Array(0)
  return async (offset: number, length: number): Promise<Uint8Array> => {
    const end = Math.min(size, offset + length)
    if (offset >= end) return new Uint8Array(0)
    if (offset < start || end > start + window.length) {
      const last = Math.min(size, Math.max(end, offset + windowBytes)) - 1
      const stream = await store.read(key, { first: offset, last })
      if (!stream) throw new StoreError('lost', 'The object was removed while it was read.')
      window = await buffer(stream)
      start = offset
    }
    return window.subarray(offset - start, end - start)
  }
}

/**
 * Writes a file again without its metadata about place and camera, under a new key.
 * @returns the file itself when it has no such metadata; null when its structure cannot be read to its end
 */
async function stripFile(store: FileStore, file: StoredFile): Promise<StoredFile | null> {
  const pieces = await planStrip(createRangeReader(store, file.key, file.size), file.size)
  if (pieces === 'unreadable') return null
  if (pieces === 'clean') return file
  const size = pieces.reduce((sum, piece) => sum + pieceLength(piece), 0)
  const key = newId()
  return { key, size, digest: await writeObject(store, key, readPieces(store, file.key, pieces), size) }
}

const pieceLength = (piece: Piece) => ('from' in piece ? piece.to - piece.from : piece.length)

async function* readPieces(
  store: FileStore,
  key: string,
  pieces: readonly Piece[],
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (!('from' in piece)) yield piece
    else if (piece.to > piece.from) {
      const stream = await store.read(key, { first: piece.from, last: piece.to - 1 })
      if (!stream) throw new StoreError('lost', 'The object was removed while it was read.')
      yield* stream as AsyncIterable<Uint8Array>
    }
  }
}

/** Returns an object of the store as a file that is read in ranges. */
export function openStoredFile(store: FileStore, key: string, size: number): MediaFile {
  const read = createRangeReader(store, key, size)
  return {
    size,
    async read(offset, length) {
      const bytes = await read(offset, length)
      if (bytes.length < length) throw new StoreError('lost', 'The object is shorter than its record.')
      return bytes
    },
  }
}

// Decoding uses memory per pixel, so few run concurrently.
const slots = createConcurrencyLimits({
  total: { running: 2, perCaller: 1, waiting: 32, waitingPerCaller: 6 },
  visitors: { running: 0, perCaller: 0, waiting: 0, waitingPerCaller: 0 },
  jobs: { running: 0, perCaller: 0, waiting: 0, waitingPerCaller: 0 },
  peoplePerAddress: 2,
  maxWaitMs: 60_000,
})

/**
 * Writes an uploaded file again without metadata, under a new key. A picture whose structure is damaged, so that
 * anything can be in it, is written anew from its pixels, in a separate process.
 * @returns the file itself when it has no metadata; null when it can neither be read to its end nor decoded
 * @throws Refused 'server.busy' when too many pictures wait
 */
export async function cleanFile(
  services: Pick<Services, 'fileStore' | 'media'>,
  upload: Pick<UploadRow, 'media_type' | 'person_id' | 'owner_id'>,
  file: StoredFile,
): Promise<StoredFile | null> {
  const stripped = await stripFile(services.fileStore, file)
  if (stripped || !upload.media_type.startsWith('image/')) return stripped
  const { fileStore, media } = services
  const source = openStoredFile(fileStore, file.key, file.size)
  const caller = { kind: 'person', key: upload.person_id } as const
  const { found } = await slots
    .run(caller, () => media.run('rewrite', source, { key: upload.owner_id }))
    .catch((error: unknown) => {
      if (error instanceof FetchRefused) return refuse('server.busy')
      throw error
    })
  const bytes = found.rewritten?.data
  // The process has read an untrusted file: what it returns is checked like an upload.
  const plan = bytes && (await planStrip(toMediaFile(bytes).read, bytes.length))
  if (!bytes || plan === 'unreadable') return null
  const written = { key: newId(), size: bytes.length, digest: '' }
  written.digest = await writeObject(fileStore, written.key, toChunks(bytes), bytes.length)
  if (plan === 'clean') return written
  const cleaned = await stripFile(fileStore, written)
  await fileStore.remove([written.key]).catch(() => undefined)
  return cleaned
}
