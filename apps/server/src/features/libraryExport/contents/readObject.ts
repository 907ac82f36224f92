import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type FileStore, StoreError } from '../../../blobStorage/fileStore.ts'

/** Pauses before the next attempt to read, in milliseconds. */
const pauses = [500, 1000, 2000, 4000, 8000]

/**
 * Opens an object of the store. A failed read continues at its position.
 * @returns its bytes, whose reading throws StoreError 'lost' when some are missing, and 'unavailable' when the store does not
 * answer for a while; null when the object is missing
 * @throws StoreError 'unavailable'
 */
export async function openObject(
  store: FileStore,
  key: string,
  size: number,
  signal: AbortSignal,
): Promise<AsyncGenerator<Uint8Array> | null> {
  const left = [...pauses]
  const open = (first: number) =>
    repeat(left, signal, () => store.read(key, first > 0 ? { first, last: size - 1 } : undefined))
  const stream = await open(0)
  return stream && readOn(stream, open, { size, signal, left })
}

async function* readOn(
  first: Readable,
  open: (first: number) => Promise<Readable | null>,
  { size, signal, left }: { size: number; signal: AbortSignal; left: number[] },
): AsyncGenerator<Uint8Array> {
  let done = 0
  for (let stream: Readable | null = first; ; stream = await open(done)) {
    if (!stream) throw new StoreError('lost', 'The object is missing.')
    const current = stream
    const stop = () => current.destroy()
    signal.addEventListener('abort', stop)
    try {
      for await (const chunk of current as AsyncIterable<Uint8Array>) {
        done += chunk.length
        yield chunk
      }
      if (done !== size) throw new StoreError('lost', 'The object has another size than its record.')
      return
    } catch (error) {
      if (signal.aborted || isLost(error) || done >= size) throw error
      await rest(left, signal, error)
    } finally {
      signal.removeEventListener('abort', stop)
      current.destroy()
    }
  }
}

async function repeat<T>(left: number[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (isLost(error)) throw error
      await rest(left, signal, error)
    }
}

/** Waits for the first of the pauses that are left, and removes it. @throws the error when none is left */
async function rest(left: number[], signal: AbortSignal, error: unknown): Promise<void> {
  const ms = left.shift()
  if (ms === undefined || signal.aborted) throw error
  await pause(ms, undefined, { signal })
}

/** Returns whether bytes are missing, or the disk cannot read them: another attempt would fail, too. */
export const isLost = (error: unknown): boolean =>
  error instanceof StoreError ? error.reason === 'lost' : (error as NodeJS.ErrnoException).code === 'EIO'
