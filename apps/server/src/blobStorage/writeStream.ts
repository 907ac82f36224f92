import { type FileStore, StoreError } from './fileStore.ts'
import { storedPartBytes, toChunks, writeParts } from './parts.ts'

/**
 * Writes a new object from a stream whose length is unknown. Memory holds one part.
 * @returns its size and its digest
 * @throws StoreError 'cut' for no bytes; the errors of the stream. No object is made then
 */
export const writeStream = (store: FileStore, key: string, chunks: AsyncIterable<Uint8Array>) =>
  writeParts(store, key, collectParts(chunks))

/** Yields the parts of a stream. Their memory is used again for the next one. */
async function* collectParts(chunks: AsyncIterable<Uint8Array>) {
  let part: Buffer | null = null
  let length = 0
  for await (let chunk of chunks) {
    while (chunk.length > 0) {
      part ??= Buffer.allocUnsafe(storedPartBytes)
      const taken = Math.min(chunk.length, part.length - length)
      part.set(chunk.subarray(0, taken), length)
      chunk = chunk.subarray(taken)
      length += taken
      if (length < part.length) continue
      yield { length, bytes: toChunks(part) }
      length = 0
    }
  }
  if (!part) throw new StoreError('cut', 'There are no bytes.')
  if (length > 0) yield { length, bytes: toChunks(part.subarray(0, length)) }
}
