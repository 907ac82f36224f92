import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { maxFileBytes } from '@nestmark/core/media/mediaTypes'
import { Refused } from '../../access/refuse.ts'
import type { UploadPace } from '../../config.ts'

/** Measures the pace of an upload: enough bytes must arrive in each period. */
export class PaceGuard {
  readonly #pace: UploadPace
  #since: number | null = null
  #bytes = 0

  constructor(pace: UploadPace) {
    this.#pace = pace
  }

  /** Counts bytes that arrived. Throws Refused 'request.tooSlow' after a period with too few. */
  count(bytes: number): void {
    this.#bytes += bytes
    const now = performance.now()
    this.#since ??= now
    if (now - this.#since < this.#pace.periodMs) return
    if (this.#bytes < this.#pace.bytes) throw new Refused('request.tooSlow')
    this.#since = now
    this.#bytes = 0
  }
}

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

/** Returns the digest of a file: SHA-256 over the digests of its parts, so that the parts may come in any order. */
export function joinDigests(digests: readonly string[]): string {
  const hash = createHash('sha256')
  for (const digest of digests) hash.update(Buffer.from(digest, 'base64url'))
  return hash.digest('base64url')
}

/**
 * Splits bytes into parts, which must be read in order and completely.
 * @param size of all bytes; fewer or more are the reader's error
 */
export async function* splitParts(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  partSize: number,
): AsyncGenerator<{ number: number; length: number; bytes: AsyncIterable<Uint8Array> }> {
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
  for (let number = 1; number <= count; number++) {
    const length = Math.min(partSize, size - (number - 1) * partSize)
    yield { number, length, bytes: take(length) }
  }
  // What follows is more than was declared.
  if (rest.length > 0 || !(await source.next()).done)
    throw new Refused(size < maxFileBytes ? 'files.partInvalid' : 'files.tooLarge')
}
