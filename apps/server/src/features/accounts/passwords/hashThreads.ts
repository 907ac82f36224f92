import { availableParallelism } from 'node:os'
import { createRequestThread, type RequestThread } from '../../../readers/requestThread.ts'

/** The input of a thread: one scrypt key to compute. */
export interface HashJob {
  password: string
  salt: Uint8Array
  keyBytes: number
  /** The cost parameters N, r and p, and the maximum memory in bytes. */
  cost: { N: number; r: number; p: number; maxmem: number }
}

/** The answer of a thread. */
export interface HashAnswer {
  id: number
  key: Uint8Array
}

/**
 * The number of passwords hashed concurrently: one per core; at least two, so that no caller waits behind a single
 * other one; at most eight, because each uses 64 MB.
 */
export const hashConcurrency = Math.min(Math.max(availableParallelism(), 2), 8)

/**
 * Creates separate threads for hashing, so that libuv's pool of four stays free for file reads and name lookups. They
 * start with the first job.
 * @param idleMs how long an idle thread stays alive, in milliseconds
 * @returns a function that computes a key in an idle thread, or in a new one; the caller limits the concurrency
 */
export function createHashThreads(idleMs: number): (job: HashJob) => Promise<Buffer> {
  const threads: RequestThread<HashJob, HashAnswer>[] = []
  const entry = new URL('./hash.worker.ts', import.meta.url)
  // The thread needs nothing from the environment, which contains secrets.
  const options = { env: {}, resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 } }

  function add(): RequestThread<HashJob, HashAnswer> {
    const thread = createRequestThread<HashJob, HashAnswer>(entry, options, idleMs)
    threads.push(thread)
    return thread
  }

  return async job => {
    const idle = threads.filter(thread => thread.open === 0)
    const thread = idle.find(each => each.isRunning) ?? idle[0] ?? add()
    return Buffer.from((await thread.ask(job)).key)
  }
}
