import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type FileStore, StoreError } from './fileStore.ts'

/** The size of a part in bytes. A remote store takes no smaller ones than 5 MiB. */
export const storedPartBytes = 8 * 1024 * 1024

/** The bytes of a part on their way to the store. */
export interface HashedStream {
  stream: Readable
  /** Returns the SHA-256 of all bytes, in base64url, after the stream has ended. */
  digest(): string
}

/** Hashes bytes while they are read. */
export function hashStream(chunks: AsyncIterable<Uint8Array>): HashedStream {
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { stream: Readable.from(hashed(), { objectMode: false }), digest: () => hash.digest('base64url') }
}

/** Returns bytes in memory as the chunks of a stream. */
export async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Returns the digest of a file: SHA-256 over the digests of its parts, so that the parts may come in any order. */
export function joinDigests(digests: readonly string[]): string {
  const hash = createHash('sha256')
  for (const digest of digests) hash.update(Buffer.from(digest, 'base64url'))
  return hash.digest('base64url')
}

interface PartBytes {
  length: number
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Splits bytes into parts, which must be read in order and completely.
 * @param size of all bytes; fewer are an error of the reader of a part
 * @throws StoreError 'cut' when there are more bytes
 */
export async function* splitParts(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  partSize = storedPartBytes,
): AsyncGenerator<PartBytes & { number: number }> {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)
  async function* take(length: number) {
    let left = length
    while (left > 0) {
      if (rest.length === 0) {
        const next = await source.next()
        if (next.done) return
        rest = next.value
      }
      const chunk = rest.subarray(0, left)
      rest = rest.subarray(chunk.length)
      left -= chunk.length
      if (chunk.length > 0) yield chunk
    }
  }
  const count = Math.ceil(size / partSize)
  try {
    for (let number = 1; number <= count; number++) {
      const length = Math.min(partSize, size - (number - 1) * partSize)
      yield { number, length, bytes: take(length) }
    }
    if (rest.length > 0 || !(await source.next()).done)
      throw new StoreError('cut', 'The file is longer than declared.')
  } finally {
    // Closes the source when a reader stops early.
    await source.return?.()
  }
}

/**
 * Writes a new object from its parts.
 * @param expected the digest that the bytes must have; with another one no object is made
 * @returns its size and the digest of the bytes
 * @throws the error of the parts or the store. No object is made then
 */
export async function writeParts(
  store: FileStore,
  key: string,
  parts: AsyncIterable<PartBytes>,
  expected?: string,
): Promise<{ size: number; digest: string }> {
  const uploadId = await store.begin(key)
  try {
    const written: { number: number; tag: string }[] = []
    const digests: string[] = []
    let size = 0
    for await (const { length, bytes } of parts) {
      const { stream, digest } = hashStream(bytes)
      const part = { number: written.length, offset: size, size: length }
      written.push({ number: part.number, tag: await store.writePart(key, uploadId, part, stream) })
      digests.push(digest())
      size += length
    }
    const digest = joinDigests(digests)
    if (expected === undefined || digest === expected) await store.finish(key, uploadId, written)
    else await store.abort(key, uploadId)
    return { size, digest }
  } catch (error) {
    await store.abort(key, uploadId).catch(() => undefined)
    throw error
  }
}

/**
 * Writes a new object from a stream, part by part.
 * @param expected as for `writeParts`
 * @returns the digest of the bytes
 */
export async function writeObject(
  store: FileStore,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  expected?: string,
): Promise<string> {
  return (await writeParts(store, key, splitParts(chunks, size), expected)).digest
}

/** Returns the digest of stored bytes. */
export async function readDigest(chunks: AsyncIterable<Uint8Array>, size: number): Promise<string> {
  const digests: string[] = []
  for await (const { bytes } of splitParts(chunks, size)) {
    const hash = createHash('sha256')
    for await (const chunk of bytes) hash.update(chunk)
    digests.push(hash.digest('base64url'))
  }
  return joinDigests(digests)
}
