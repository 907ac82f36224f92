import type { Worker } from 'node:worker_threads'
import { endThread, startThread } from '../concurrency/threads.ts'
import type { ReaderAnswer, ReaderRequest, ReaderStart } from './messages.ts'
import { deserializeError } from './serializedError.ts'

/** A request without its id, which the thread assigns. */
type ReaderRequestBody = ReaderRequest extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'id'>
    : never
  : never

/** A thread with its own database connection. It starts with its first request, or with `start`. */
export interface ReaderThread {
  /** The number of unanswered requests. */
  readonly open: number
  /** For how long it has not answered a request, in milliseconds; 0 without one. */
  readonly silentMs: number
  /** The number of its database statements so far. */
  readonly statements: number
  readonly isRunning: boolean
  /** Starts the thread before its first request. */
  start(): void
  /**
   * Sends a request and returns the answer.
   * @throws the error of the thread; Error when the thread has ended before it answered
   */
  ask(request: ReaderRequestBody): Promise<ReaderAnswer>
  close(): Promise<void>
}

interface Waiting {
  resolve(answer: ReaderAnswer): void
  reject(error: Error): void
}

/** Heap limit of one thread, in megabytes: a bug ends the thread and not the server. */
const memoryMb = 512

/**
 * @param entry the program of the thread
 * @param idleMs how long the thread stays alive without a request; it uses about 25 MB
 */
export function createReaderThread(entry: URL, given: ReaderStart, idleMs: number): ReaderThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let statements = 0
  /** The time of its last answer, or of its first request since then. */
  let lastResponseAt = 0

  function startWorker(): Worker {
    const created = startThread(entry, {
      workerData: given,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    })
    created.on('message', (answer: ReaderAnswer) => {
      statements += answer.statements
      lastResponseAt = performance.now()
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (answer.error) asked?.reject(deserializeError(answer.error))
      else asked?.resolve(answer)
      if (created === worker) scheduleStop()
    })
    // An unhandled error ends the thread; 'exit' follows.
    created.on('error', error => fail(created, error as Error))
    created.on('exit', () => fail(created, new Error('A reader thread has ended.')))
    return created
  }

  function fail(ended: Worker, error: Error): void {
    if (ended !== worker) return
    worker = undefined
    clearTimeout(idle)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function scheduleStop(): void {
    if (waiting.size > 0) return
    // An idle thread must not keep the process alive.
    worker?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => void stop(), idleMs).unref()
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    if (ending) await endThread(ending)
  }

  return {
    get open() {
      return waiting.size
    },
    get silentMs() {
      return waiting.size === 0 ? 0 : performance.now() - lastResponseAt
    },
    get statements() {
      return statements
    },
    get isRunning() {
      return worker !== undefined
    },
    start() {
      worker ??= startWorker()
      scheduleStop()
    },
    ask(request) {
      clearTimeout(idle)
      const thread = (worker ??= startWorker())
      thread.ref()
      if (waiting.size === 0) lastResponseAt = performance.now()
      const id = ++lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        thread.postMessage({ id, ...request } as ReaderRequest)
      })
    },
    async close() {
      for (const { reject } of waiting.values()) reject(new Error('The server is stopping.'))
      waiting.clear()
      await stop()
    },
  }
}
