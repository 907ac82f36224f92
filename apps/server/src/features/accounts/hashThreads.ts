import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** What a thread computes: one scrypt key. */
export interface HashJob {
  password: string
  salt: Uint8Array
  keyBytes: number
  /** The cost parameters N, r and p, and the most memory in bytes. */
  cost: { N: number; r: number; p: number; maxmem: number }
}

/** Threads that hash passwords. */
export interface HashThreads {
  /** Computes a key in a thread without work, or in a new one. The caller bounds how many run at once. */
  run(job: HashJob): Promise<Buffer>
}

/**
 * How many passwords are hashed at once: one for each core, at least two so that nobody waits behind a single caller,
 * at most eight because each takes 64 MB while it runs.
 */
export const hashConcurrency = Math.min(Math.max(availableParallelism(), 2), 8)

/**
 * Makes threads of their own for hashing: the pool of four that reads files and looks up names stays free for those.
 * They start with the first job.
 * @param idleMs how long a thread stays without work, in milliseconds
 */
export function createHashThreads(idleMs: number): HashThreads {
  const idle: HashThread[] = []

  function rest(thread: HashThread): void {
    // A thread without work must not keep the process alive, and memory at rest counts.
    thread.worker.unref()
    thread.timer = setTimeout(() => {
      remove(thread)
      void thread.worker.terminate()
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
        thread.settle = (key, fault) => {
          thread.settle = null
          if (key) rest(thread)
          if (key) resolve(key)
          else reject(fault)
        }
        thread.worker.postMessage(job, [])
      }),
  }
}

interface HashThread {
  worker: Worker
  timer?: NodeJS.Timeout
  /** Ends the job that runs: with its key, or with what went wrong. */
  settle: ((key: Buffer | null, fault?: Error) => void) | null
}

/** @param onEnd called when the thread has ended, whatever the reason */
function start(onEnd: (thread: HashThread) => void): HashThread {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), {
    // It needs nothing of the environment, which holds secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  })
  const thread: HashThread = { worker, settle: null }
  worker.on('message', (key: Uint8Array) => thread.settle?.(Buffer.from(key)))
  worker.on('error', fault => thread.settle?.(null, fault as Error))
  worker.on('exit', () => {
    onEnd(thread)
    thread.settle?.(null, new Error('A hashing thread ended early.'))
  })
  return thread
}
