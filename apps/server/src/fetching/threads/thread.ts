import type { Worker } from 'node:worker_threads'
import { endThread, startThread } from '../../concurrency/threads.ts'
import { FetchRefused } from '../requests/fetchRefused.ts'

/** A thread that runs one job at a time, and ends when it is idle. */
export interface Thread<Job, Result> {
  /**
   * @throws FetchRefused unreadable when the job fails, takes too long or too much memory; busy when the
   * queue is full or slow
   */
  run(job: Job): Promise<Result>
  /** Refuses waiting jobs and ends the thread. */
  close(): Promise<void>
}

/** Options of a thread. Times in milliseconds. */
export interface ThreadOptions {
  /** The module it runs, which answers each message with `{ result }` or `{}`. */
  entry: URL
  /** Timeout of one job; then the thread is terminated and a new one started (S19). */
  jobMs: number
  /** How long it stays alive without work. */
  idleMs: number
  /** Maximum of waiting jobs, and their maximum wait. */
  queueLength: number
  maxWaitMs: number
  /** Heap limit, in megabytes. */
  memoryMb: number
}

/** A new thread must load its code first. */
const startMs = 5000
/** How long a thread whose job has expired may take to end itself, in milliseconds. It may be in an endless loop. */
const stuckMs = 1000

interface Task<Job, Result> {
  job: Job
  done(result: Result): void
  fail(error: FetchRefused): void
  waitTimer: NodeJS.Timeout
}

/** Creates the thread; it starts with its first job. */
export function createThread<Job, Result>(options: ThreadOptions): Thread<Job, Result> {
  const waiting: Task<Job, Result>[] = []
  let worker: Worker | undefined
  let current: Task<Job, Result> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function start(): Worker {
    const created = startThread(options.entry, {
      // It reads untrusted bytes, so it gets no secrets from the environment, and no flags of the process.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: 16 },
    })
    created.on('message', (answer: { result?: Result }) => {
      if (created === worker) settle(answer)
    })
    created.on('error', () => {})
    created.on('exit', () => {
      if (created !== worker) return
      worker = undefined
      settle({})
    })
    return created
  }

  function settle(answer: { result?: Result }) {
    clearTimeout(timer)
    const task = current
    current = undefined
    if (answer.result === undefined) task?.fail(new FetchRefused('unreadable'))
    else task?.done(answer.result)
    next()
  }

  function next() {
    if (current) return
    current = waiting.shift()
    if (!current) return rest()
    clearTimeout(current.waitTimer)
    const allowance = worker ? 0 : startMs
    worker ??= start()
    worker.ref()
    timer = setTimeout(expire, options.jobMs + allowance)
    worker.postMessage(current.job, [])
  }

  function rest() {
    if (!worker) return
    // An idle thread must not keep the process alive, and ends soon to free its memory.
    worker.unref()
    timer = setTimeout(() => void stop(), options.idleMs).unref()
  }

  /** @param graceMs after how many milliseconds the thread is terminated */
  async function stop(graceMs?: number): Promise<void> {
    const ending = worker
    worker = undefined
    if (ending) await endThread(ending, graceMs)
  }

  function expire() {
    void stop(stuckMs)
    settle({})
  }

  return {
    run(job) {
      if (closed) return Promise.reject(new FetchRefused('aborted'))
      if (waiting.length >= options.queueLength) return Promise.reject(new FetchRefused('busy'))
      return new Promise((done, fail) => {
        const expireWait = () => {
          waiting.splice(waiting.indexOf(task), 1)
          fail(new FetchRefused('busy'))
        }
        const task: Task<Job, Result> = {
          job,
          done,
          fail,
          waitTimer: setTimeout(expireWait, options.maxWaitMs),
        }
        waiting.push(task)
        if (!current) clearTimeout(timer)
        next()
      })
    },
    async close() {
      closed = true
      clearTimeout(timer)
      for (const task of [current, ...waiting.splice(0)]) {
        clearTimeout(task?.waitTimer)
        task?.fail(new FetchRefused('aborted'))
      }
      current = undefined
      await stop(stuckMs)
    },
  }
}
