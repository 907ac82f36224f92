import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type FileStore, StoreError } from '../../../blobStorage/fileStore.ts'

/** Pauses before the next attempt to read, in milliseconds. */
const pauses = [500, 1000, 2000, 4000, 8000]

/** An object whose bytes can be read. */
export interface OpenedObject {
  /** @throws StoreError 'lost' when bytes are missing, 'unavailable' when the store does not answer for a while */
  chunks: AsyncGenerator<Uint8Array>
}

/**
 * Opens an object of the store. A failed read continues at its position.
 * @returns null when the object is missing
 * @throws StoreError 'unavailable'
 */
export async function openObject(
  store: FileStore,
  key: string,
  size: number,
  signal: AbortSignal,
): Promise<OpenedObject | null> {
  const attempts = { left: [...pauses] }
  const open = (first: number) =>
    repeat(attempts, signal, () => store.read(key, first > 0 ? { first, last: size - 1 } : undefined))
  const stream = await open(0)
  return stream && { chunks: readOn(stream, open, { size, signal, attempts }) }
}

interface Reading {
  size: number
  signal: AbortSignal
  attempts: Attempts
}

interface Attempts {
  left: number[]
}

async function* readOn(
  first: Readable,
  open: (first: number) => Promise<Readable | null>,
  { size, signal, attempts }: Reading,
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
      await rest(attempts, signal, error)
    } finally {
      signal.removeEventListener('abort', stop)
      current.destroy()
    }
  }
}

async function repeat<T>(attempts: Attempts, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (isLost(error)) throw error
      await rest(attempts, signal, error)
    }
}

/** Waits before the next attempt. @throws the error when none is left */
async function rest({ left }: Attempts, signal: AbortSignal, error: unknown): Promise<void> {
  const ms = left.shift()
  if (ms === undefined || signal.aborted) throw error
  await pause(ms, undefined, { signal })
}

/** Returns whether bytes are missing, or the disk cannot read them: another attempt would fail, too. */
export const isLost = (error: unknown): boolean =>
  error instanceof StoreError ? error.reason === 'lost' : (error as NodeJS.ErrnoException).code === 'EIO'
