import type { Transferable, Worker, WorkerOptions } from 'node:worker_threads'
import { endThread, startThread } from '../concurrency/threads.ts'
import type { SerializedError } from './messages.ts'
import { deserializeError } from './serializedError.ts'

/** A thread that answers requests. It starts with its first request, or with `start`, and again after it has ended. */
export interface RequestThread<Request, Answer> {
  /** The number of unanswered requests. */
  readonly open: number
  /** For how long it has not answered a request, in milliseconds; 0 without one. */
  readonly silentMs: number
  readonly isRunning: boolean
  /** Starts the thread before its first request. */
  start(): void
  /**
   * Sends a request with an id, and returns the answer with the same id.
   * @param moved what is moved to the thread instead of copied
   * @throws the error of the thread; Error when the thread has ended before it answered
   */
  ask(request: Request, moved?: readonly Transferable[]): Promise<Answer>
  /** Rejects unanswered requests and ends the thread. */
  close(): Promise<void>
}

interface Identified {
  id: number
  error?: SerializedError
}

/**
 * Creates the thread.
 * @param entry its program, which calls `endOnRequest`
 * @param options with `resourceLimits`: a bug ends the thread and not the server
 * @param idleMs how long it stays alive without a request
 * @param onAnswer receives every answer, also those with an error
 */
export function createRequestThread<Request extends object, Answer extends Identified>(
  entry: URL,
  options: WorkerOptions,
  idleMs: number,
  onAnswer: (answer: Answer) => void = () => undefined,
): RequestThread<Request, Answer> {
  const waiting = new Map<number, Omit<PromiseWithResolvers<Answer>, 'promise'>>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  /** The time of its last answer, or of its first request since then. */
  let lastAnswerAt = 0

  function startWorker(): Worker {
    const created = startThread(entry, { execArgv: [], ...options })
    created.on('message', (answer: Answer) => {
      onAnswer(answer)
      lastAnswerAt = performance.now()
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (answer.error) asked?.reject(deserializeError(answer.error))
      else asked?.resolve(answer)
      if (created === worker) scheduleStop()
    })
    // An unhandled error ends the thread; 'exit' follows.
    created.on('error', error => fail(created, error as Error))
    created.on('exit', () => fail(created, new Error('A thread has ended before it answered.')))
    return created
  }

  function fail(ended: Worker, error: Error): void {
    if (ended !== worker) return
    worker = undefined
    rejectAll(error)
  }

  function rejectAll(error: Error): void {
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
      return waiting.size === 0 ? 0 : performance.now() - lastAnswerAt
    },
    get isRunning() {
      return worker !== undefined
    },
    start() {
      worker ??= startWorker()
      scheduleStop()
    },
    ask(request, moved = []) {
      clearTimeout(idle)
      const thread = (worker ??= startWorker())
      thread.ref()
      if (waiting.size === 0) lastAnswerAt = performance.now()
      const id = ++lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        thread.postMessage({ ...request, id }, moved)
      })
    },
    async close() {
      rejectAll(new Error('The server is stopping.'))
      await stop()
    },
  }
}
