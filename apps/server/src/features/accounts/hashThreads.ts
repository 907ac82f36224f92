import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { endThread, startThread } from '../../concurrency/threads.ts'

/** The input of a thread: one scrypt key to compute. */
export interface HashJob {
  password: string
  salt: Uint8Array
  keyBytes: number
  /** The cost parameters N, r and p, and the maximum memory in bytes. */
  cost: { N: number; r: number; p: number; maxmem: number }
}

/** Threads that hash passwords. */
export interface HashThreads {
  /** Computes a key in an idle thread, or in a new one. The caller limits the concurrency. */
  run(job: HashJob): Promise<Buffer>
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
 */
export function createHashThreads(idleMs: number): HashThreads {
  const idle: HashThread[] = []

  function rest(thread: HashThread): void {
    // An idle thread must neither keep the process alive nor keep its memory.
    thread.worker.unref()
    thread.timer = setTimeout(() => {
      remove(thread)
      void endThread(thread.worker)
    }, idleMs).unref()
    idle.push(thread)
  }

  function remove(thread: HashThread): void {
    clearTimeout(thread.timer)
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
  }

  function take(): HashThread {
    const rested = idle.at(-1)
    if (!rested) return start(remove)
    remove(rested)
    rested.worker.ref()
    return rested
  }

  return {
    run: job =>
      new Promise((resolve, reject) => {
        const thread = take()
        thread.settle = (key, error) => {
          thread.settle = null
          if (key) rest(thread)
          if (key) resolve(key)
          else reject(error)
        }
        thread.worker.postMessage(job, [])
      }),
  }
}

interface HashThread {
  worker: Worker
  timer?: NodeJS.Timeout
  /** Ends the running job with its key or an error. */
  settle: ((key: Buffer | null, error?: Error) => void) | null
}

/** @param onEnd called when the thread has ended, for any reason */
function start(onEnd: (thread: HashThread) => void): HashThread {
  const worker = startThread(new URL('./hash.worker.ts', import.meta.url), {
    // The thread needs nothing from the environment, which contains secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  })
  const thread: HashThread = { worker, settle: null }
  worker.on('message', (key: Uint8Array) => thread.settle?.(Buffer.from(key)))
  worker.on('error', error => thread.settle?.(null, error as Error))
  worker.on('exit', () => {
    onEnd(thread)
    thread.settle?.(null, new Error('A hashing thread exited before its job was done.'))
  })
  return thread
}
