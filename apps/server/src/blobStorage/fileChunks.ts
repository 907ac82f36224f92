import { close as closeFile, read as readFile } from 'node:fs'
import { promisify } from 'node:util'
import { type ByteRange, type Chunks, StoreError } from './fileStore.ts'

const read = promisify(readFile)

/** How much of a file is read at a time, in bytes. A stalled reader holds twice as much. */
const chunkBytes = 256 * 1024

/**
 * Reads an open file with two buffers by turns: new ones for each chunk would start the garbage collector all the time. It
 * closes the file at the end.
 * @param range the bytes to read; all without it
 * @throws StoreError 'lost' while it is read, when the file is shorter than the range
 */
export function readInTurns(fd: number, range: ByteRange | undefined): Chunks {
  const { first, last } = range ?? { first: 0, last: Infinity }
  const buffers: Buffer[] = []
  let at = first
  let reads = 0
  let reading: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function destroy(): void {
    if (isClosed) return
    isClosed = true
    // A descriptor must not be closed while it is read.
    const close = () => closeFile(fd, () => undefined)
    reading.then(close, close)
  }

  async function next(): Promise<IteratorResult<Buffer>> {
    const length = Math.min(chunkBytes, last - at + 1)
    if (isClosed || length <= 0) return end()
    const turn = reads++ % 2
    const buffer = (buffers[turn] ??= Buffer.allocUnsafeSlow(length))
    const result = read(fd, buffer, 0, Math.min(length, buffer.length), at)
    reading = result
    const { bytesRead } = await result
    if (bytesRead === 0 && range) throw new StoreError('lost', 'The file is shorter than its record.')
    if (bytesRead === 0) return end()
    at += bytesRead
    return { done: false, value: buffer.subarray(0, bytesRead) }
  }

  async function end(): Promise<IteratorResult<Buffer>> {
    destroy()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }), destroy }
}
