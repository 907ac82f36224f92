import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import { refuse } from '../access/refuse.ts'
import { createFairSemaphore, QueueFullError, QueueTimeoutError } from '../concurrency/fairSemaphore.ts'
import type { Config } from '../config.ts'
import { createFileStream } from './fileStream.ts'
import type { ReadCall, ReadFile } from './messages.ts'
import { createReaderThread } from './readerThread.ts'

/**
 * Runs what may read a whole library in threads beside the request thread. Callers share the threads fairly: one caller
 * never has all of them, and waits behind nobody but those whose turn it is.
 */
export interface ReaderPool {
  /**
   * Runs an operation that only reads, and returns its answer as it is sent.
   * @param key who calls: a person or an address
   * @param signal ends the wait when the caller has gone away
   * @throws Refused what the operation refuses, 'request.tooMany' when too many calls of this caller wait, 'server.busy' when
   *   too many calls of all wait
   */
  run(
    call: ReadCall,
    key: string,
    signal?: AbortSignal,
  ): Promise<{ bytes: Buffer; status: number; isOwn: boolean }>
  /** Returns true while a caller has no more calls here than somebody who clicks. */
  hasFew(key: string): boolean
  /** Runs what the request thread itself does within the caller's share. Key, signal and errors are those of `run`. */
  share<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Returns a file that is made piece by piece, as fast as its reader takes it. */
  open(file: ReadFile, key: string): Promise<Readable>
  /** Starts a thread where none runs, for calls that come soon. */
  warm(): void
  /** How many statements the threads have sent to the database so far. */
  readonly statements: number
  close(): Promise<void>
}

/** Calls of one caller that may wait. A page sends a few at once; more than this is a program without measure. */
const waitingPerCaller = 15
/** A person who types sends one more while the last one runs. */
const fewCalls = 2
const waitingInAll = 300
/** A caller who has waited for so long hears that the server is busy, in milliseconds. */
const patienceMs = 30_000
/** A thread without work ends after this time, in milliseconds. */
const idleMs = 10 * 60_000
/** Files of one caller, and of all, that are made at the same time. */
const filesPerCaller = 2
const filesInAll = 50
/** PostgreSQL answers while a thread waits, SQLite only while it works: of two calls the second is the next one. */
const callsPerThread = { sqlite: 2, postgres: 3 }
/** Calls of one caller that run at the same time, for each thread. */
const sharePerThread = 0.5

/** The program of a thread. */
export const readerProgram = new URL('../reader.worker.ts', import.meta.url)

/**
 * @param entry the program of a thread
 * @param onFault is told why a file could not be finished
 */
export function createReaderPool(config: Config, entry: URL, onFault: (error: unknown) => void): ReaderPool {
  const size = Math.max(2, Math.min(4, availableParallelism()))
  const threads = Array.from({ length: size }, () => createReaderThread(entry, { config }, idleMs))
  const semaphore = createFairSemaphore({
    concurrency: size * callsPerThread[config.databaseUrl ? 'postgres' : 'sqlite'],
    perKey: Math.floor(size * sharePerThread),
    queueLength: waitingInAll,
    queuePerKey: waitingPerCaller,
    timeoutMs: patienceMs,
  })
  const files = new Map<string, number>()
  let filesOpen = 0

  const leastBusy = () => threads.reduce((best, each) => (each.open < best.open ? each : best))

  async function inTurn<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await semaphore.run(key, work, { signal })
    } catch (error) {
      if (error instanceof QueueFullError && error.scope === 'key')
        refuse('request.tooMany', { retryAfter: 1 })
      if (error instanceof QueueFullError || error instanceof QueueTimeoutError)
        refuse('server.busy', { retryAfter: 5 })
      throw error
    }
  }

  function countFile(key: string, by: 1 | -1): void {
    filesOpen += by
    const count = (files.get(key) ?? 0) + by
    if (count === 0) files.delete(key)
    else files.set(key, count)
  }

  return {
    async run(call, key, signal) {
      const {
        bytes,
        status,
        isOwn = false,
      } = await inTurn(key, () => leastBusy().ask({ kind: 'call', call }), signal)
      const { buffer, byteOffset, byteLength } = bytes!
      return { bytes: Buffer.from(buffer, byteOffset, byteLength), status: status!, isOwn }
    },
    hasFew(key) {
      const { running, waiting } = semaphore.counts(key)
      return running + waiting < fewCalls
    },
    share: inTurn,
    async open(file, key) {
      if ((files.get(key) ?? 0) >= filesPerCaller) refuse('request.tooMany', { retryAfter: 10 })
      if (filesOpen >= filesInAll) refuse('server.busy', { retryAfter: 10 })
      countFile(key, 1)
      const thread = leastBusy()
      try {
        const { id } = await thread.ask({ kind: 'open', file })
        return createFileStream({
          pull: () =>
            untilTurn(() => semaphore.run(`file ${key}`, () => thread.ask({ kind: 'pull', of: id }))),
          close() {
            countFile(key, -1)
            // A thread that has ended meanwhile holds nothing any more.
            thread.ask({ kind: 'close', of: id }).catch(() => undefined)
          },
          onFault,
        })
      } catch (error) {
        countFile(key, -1)
        throw error
      }
    },
    warm() {
      if (!threads.some(each => each.isRunning)) threads[0]!.start()
    },
    get statements() {
      return threads.reduce((sum, each) => sum + each.statements, 0)
    },
    async close() {
      await Promise.all(threads.map(each => each.close()))
    },
  }
}

/** Waits for a turn for as long as it takes: a file that was begun is finished on a busy server too. */
async function untilTurn<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof QueueTimeoutError)) throw error
    }
}
