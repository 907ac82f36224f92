import { Worker } from 'node:worker_threads'
import { FetchRefused } from './fetchRefused.ts'

/** A thread that does one job after the other, and that ends when there is none. */
export interface Thread<Job, Result> {
  /** @throws FetchRefused unreadable when the job fails, takes too long or too much memory; busy when the line is full or slow */
  run(job: Job): Promise<Result>
  /** Refuses what waits and ends the thread. */
  close(): Promise<void>
}

/** How a thread is kept. Times in milliseconds. */
export interface ThreadRules {
  /** The module that it runs: it answers each message with `{ result }` or `{}`. */
  entry: URL
  /** Longest time for one job; then the thread is ended, wherever its code is, and a new one started (S19). */
  jobMs: number
  /** How long it stays without work. */
  idleMs: number
  /** How many jobs may wait, and how long. */
  line: number
  patienceMs: number
  /** Most memory for its objects, in megabytes. */
  memoryMb: number
}

/** A young thread has to load its code first. */
const startMs = 5000

interface Task<Job, Result> {
  job: Job
  done(result: Result): void
  fail(error: FetchRefused): void
  patience: NodeJS.Timeout
}

/** Makes the thread; it starts with its first job. */
export function createThread<Job, Result>(rules: ThreadRules): Thread<Job, Result> {
  const waiting: Task<Job, Result>[] = []
  let worker: Worker | undefined
  let current: Task<Job, Result> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function start(): Worker {
    const made = new Worker(rules.entry, {
      // It reads foreign bytes: it gets none of the secrets in the environment, and no flags of the process.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: rules.memoryMb, maxYoungGenerationSizeMb: 16 },
    })
    made.on('message', (answer: { result?: Result }) => {
      if (made === worker) settle(answer)
    })
    made.on('error', () => {})
    made.on('exit', () => {
      if (made !== worker) return
      worker = undefined
      settle({})
    })
    return made
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
    clearTimeout(current.patience)
    const allowance = worker ? 0 : startMs
    worker ??= start()
    worker.ref()
    timer = setTimeout(expire, rules.jobMs + allowance)
    worker.postMessage(current.job, [])
  }

  function rest() {
    if (!worker) return
    // A resting thread must not keep the process alive, and memory at rest counts: soon it ends.
    worker.unref()
    timer = setTimeout(stop, rules.idleMs).unref()
  }

  function stop(): Promise<unknown> {
    const ending = worker
    worker = undefined
    return ending?.terminate() ?? Promise.resolve()
  }

  function expire() {
    void stop()
    settle({})
  }

  return {
    run(job) {
      if (closed) return Promise.reject(new FetchRefused('aborted'))
      if (waiting.length >= rules.line) return Promise.reject(new FetchRefused('busy'))
      return new Promise((done, fail) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(task), 1)
          fail(new FetchRefused('busy'))
        }
        const task: Task<Job, Result> = { job, done, fail, patience: setTimeout(giveUp, rules.patienceMs) }
        waiting.push(task)
        if (!current) clearTimeout(timer)
        next()
      })
    },
    async close() {
      closed = true
      clearTimeout(timer)
      for (const task of [current, ...waiting.splice(0)]) {
        clearTimeout(task?.patience)
        task?.fail(new FetchRefused('aborted'))
      }
      current = undefined
      await stop()
    },
  }
}
