import { planStrip, type Piece } from '@nestmark/core/media/strip'
import { buffer } from 'node:stream/consumers'
import { newId } from '../../../db/newId.ts'
import { type FileStore, StoreError } from '../../../blobStorage/fileStore.ts'
import { writeObject } from '../../../blobStorage/parts.ts'
import type { MediaFile } from '../../../media/mediaTasks.ts'

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
export async function stripFile(store: FileStore, file: StoredFile): Promise<StoredFile | null> {
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
