import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import { assertDefined } from '@nestmark/core/assertDefined'
import { refuse } from '../access/refuse.ts'
import { createFairSemaphore } from '../concurrency/fairSemaphore.ts'
import { QueueFullError, QueueTimeoutError } from '../concurrency/queueErrors.ts'
import type { Config } from '../configuration/config.ts'
import { createFileStream } from './fileStream.ts'
import type { ReadCall, ReaderAnswer, ReaderRequestBody, ReaderStart, ReadFile } from './messages.ts'
import { createRequestThread, type RequestThread } from './requestThread.ts'

/**
 * Runs calls that may read an entire library in threads other than the request thread. Callers share the threads
 * fairly: one caller never takes all of them.
 */
export interface ReaderPool {
  /**
   * Runs a read-only operation and returns its serialized response.
   * @param key the caller: a person or an address
   * @param signal aborts the wait when the caller disconnects
   * @throws Refused the operation's refusal, 'request.tooMany' when too many calls of this caller wait,
   * 'server.busy' when too many calls wait in total
   */
  run(
    call: ReadCall,
    key: string,
    signal?: AbortSignal,
  ): Promise<{ bytes: Buffer; status: number; isOwn: boolean }>
  /** Returns true while a caller has no more calls here than an interactive user. */
  hasFewCalls(key: string): boolean
  /** Runs work on the request thread within the caller's share. Key, signal and errors are those of `run`. */
  share<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Returns a file that is generated in chunks, as fast as the client reads it. */
  open(file: ReadFile, key: string): Promise<Readable>
  /** Starts a thread when none runs, for calls that come soon. */
  warmUp(): void
  /** The number of database statements of the threads so far. */
  readonly statements: number
  close(): Promise<void>
}

/**
 * Maximum of waiting calls per caller. A page sends a few concurrently; more come from an excessive program.
 */
const maxWaitingPerCaller = 15
/** A person who types sends another call while the last one runs. */
const fewCalls = 2
const maxWaitingTotal = 300
/** Wait after which a call is rejected with 'server.busy', in milliseconds. */
const maxWaitMs = 30_000
/** A thread with its own database connection. */
type ReaderThread = RequestThread<ReaderRequestBody, ReaderAnswer>
/** Its heap, in megabytes. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }
/** A thread without work ends after this time, in milliseconds; it uses about 25 MB. */
const idleMs = 10 * 60_000
/** Maximum of concurrent files, per caller and in total. */
const maxFilesPerCaller = 2
const maxFilesTotal = 50
/**
 * Calls per thread: PostgreSQL works while a thread waits; on SQLite, a second call is ready when the first
 * ends.
 */
const callsPerThread = { sqlite: 2, postgres: 3 }
/** Concurrent calls per caller, as a fraction of the threads. */
const sharePerThread = 0.5

/** A thread that has sent no answer for this long is in a long statement, in milliseconds. */
export const longCallMs = 100

/**
 * Returns how long a call may wait in a thread, as a number of calls. The calls behind a long statement would wait for
 * the excessive caller whose statement it is.
 */
const loadOf = ({ open, silentMs }: ReaderThread): number => open + (silentMs > longCallMs ? 100 : 0)

/** The program of a thread. */
export const readerProgram = new URL('../reader.worker.ts', import.meta.url)

/**
 * @param entry the program of a thread
 * @param onError receives the error that prevented the completion of a file
 */
export function createReaderPool(config: Config, entry: URL, onError: (error: unknown) => void): ReaderPool {
  const size = Math.max(2, Math.min(4, availableParallelism()))
  let statements = 0
  const options = { workerData: { config } satisfies ReaderStart, resourceLimits }
  const count = (answer: ReaderAnswer) => void (statements += answer.statements)
  const threads = Array.from({ length: size }, (): ReaderThread =>
    createRequestThread(entry, options, idleMs, count),
  )
  const semaphore = createFairSemaphore({
    concurrency: size * callsPerThread[config.databaseUrl ? 'postgres' : 'sqlite'],
    perKey: Math.floor(size * sharePerThread),
    queueLength: maxWaitingTotal,
    queuePerKey: maxWaitingPerCaller,
    timeoutMs: maxWaitMs,
  })
  const files = new Map<string, number>()
  let filesOpen = 0

  const pickLeastBusy = () => threads.reduce((best, each) => (loadOf(each) < loadOf(best) ? each : best))

  async function runInSlot<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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
      } = await runInSlot(key, () => pickLeastBusy().ask({ kind: 'call', call }), signal)
      const { buffer, byteOffset, byteLength } = assertDefined(bytes, 'bytes')
      return {
        bytes: Buffer.from(buffer, byteOffset, byteLength),
        status: assertDefined(status, 'status'),
        isOwn,
      }
    },
    hasFewCalls(key) {
      const { running, waiting } = semaphore.counts(key)
      return running + waiting < fewCalls
    },
    share: runInSlot,
    async open(file, key) {
      if ((files.get(key) ?? 0) >= maxFilesPerCaller) refuse('request.tooMany', { retryAfter: 10 })
      if (filesOpen >= maxFilesTotal) refuse('server.busy', { retryAfter: 10 })
      countFile(key, 1)
      const thread = pickLeastBusy()
      try {
        const { id } = await thread.ask({ kind: 'open', file })
        return createFileStream({
          pull: () =>
            retryUntilSlot(() => semaphore.run(`file ${key}`, () => thread.ask({ kind: 'pull', of: id }))),
          close() {
            countFile(key, -1)
            // A thread that has ended in between has no resources to release.
            thread.ask({ kind: 'close', of: id }).catch(() => undefined)
          },
          onError,
        })
      } catch (error) {
        countFile(key, -1)
        throw error
      }
    },
    warmUp() {
      if (!threads.some(each => each.isRunning)) threads[0]?.start()
    },
    get statements() {
      return statements
    },
    async close() {
      await Promise.all(threads.map(each => each.close()))
    },
  }
}

/** Waits for a slot without a timeout: a file that was begun is completed on a busy server too. */
async function retryUntilSlot<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof QueueTimeoutError)) throw error
    }
}
