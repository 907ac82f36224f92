import { type FileStore, StoreError } from './fileStore.ts'
import { hashStream, joinDigests, storedPartBytes, toChunks } from './parts.ts'

/**
 * Writes a new object from a stream whose length is unknown. Memory holds one part.
 * @returns its size and its digest
 * @throws StoreError 'cut' for no bytes; the errors of the stream. No object is made then
 */
export async function writeStream(
  store: FileStore,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ size: number; digest: string }> {
  const uploadId = await store.begin(key)
  try {
    const parts: { number: number; tag: string }[] = []
    const digests: string[] = []
    let size = 0
    for await (const part of collectParts(chunks)) {
      const { stream, digest } = hashStream(toChunks(part))
      const place = { number: parts.length, offset: size, size: part.length }
      parts.push({ number: place.number, tag: await store.writePart(key, uploadId, place, stream) })
      digests.push(digest())
      size += part.length
    }
    if (size === 0) throw new StoreError('cut', 'There are no bytes.')
    await store.finish(key, uploadId, parts)
    return { size, digest: joinDigests(digests) }
  } catch (error) {
    await store.abort(key, uploadId).catch(() => undefined)
    throw error
  }
}

/** Yields the parts of a stream. Their memory is used again for the next one. */
async function* collectParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
      yield part
      length = 0
    }
  }
  if (part && length > 0) yield part.subarray(0, length)
}
