import type { Readable } from 'node:stream'
import { StoreError } from './fileStore.ts'

/**
 * Passes on a stream of exactly as many bytes as declared. The last chunk waits for the end of the stream, so that a
 * reader that has all declared bytes knows that no more follow.
 * @param size in bytes
 * @throws StoreError 'cut' when there are more or fewer; the error of the stream
 */
export async function* exactBytes(bytes: Readable, size: number): AsyncGenerator<Buffer> {
  let length = 0
  let last: Buffer | null = null
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > size) throw new StoreError('cut', 'The part is longer than declared.')
    if (last) yield last
    last = chunk
  }
  if (length < size) throw new StoreError('cut', 'The part is shorter than declared.')
  if (last) yield last
}
