import type { Task } from '../lib/tasks.ts'
import { type Problem, toProblem } from './problem.ts'

/** A task that is stored until the server has accepted it. */
export interface QueuedTask {
  id: number
  /** When it was queued, in milliseconds since 1970. */
  at: number
  /** The idempotency key of its calls: a task that is sent twice has the effect of one. */
  key: string
  /** The person for whom it was queued; undefined before the first connection. */
  userId?: string
  task: Task
  /** Why it was not accepted. A refused task waits for the person's decision, the others are sent again. */
  problem?: Problem
}

/** Where the queue is stored. The ids increase. */
export interface QueueStore {
  list(): Promise<QueuedTask[]>
  add(task: Omit<QueuedTask, 'id'>): Promise<number>
  put(task: QueuedTask): Promise<void>
  remove(id: number): Promise<void>
}

/** Who sends the tasks now. */
export interface Sender {
  userId: string
  /** Executes a task. @throws Refusal */
  run(task: Task, key: string): Promise<unknown>
}

/** What became of a task: done with its result, or still in the queue. */
export type Outcome = { done: true; result: unknown } | { done: false; id: number; problem?: Problem }

interface Options {
  store: QueueStore
  /** Returns the sender; undefined while nothing is connected. */
  findSender: () => Promise<Sender | undefined>
  /** Called after each change of the queue, with the problem that stopped it. */
  onChange: (problem?: Problem) => Promise<void>
  now: () => number
  newKey: () => string
}

/** Returns whether a task waits for the person and not for the server. */
export const isRefused = ({ problem }: QueuedTask): boolean => problem?.kind === 'refused'

/**
 * Sends tasks in the order in which they were queued, one at a time. Each is stored before it is sent, and removed when
 * the server has accepted it.
 */
export class Queue {
  readonly #options: Options
  #sending: Promise<void> | undefined
  #again = false
  /** The problem that stopped the last sending. */
  #stop: Problem | undefined
  /** The results of the tasks for which somebody waits. */
  readonly #results = new Map<number, { result?: unknown; isDone: boolean }>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Stores a task, sends the queue, and returns what became of the task. */
  async add(task: Task, userId: string | undefined): Promise<Outcome> {
    const { store, now, newKey } = this.#options
    const id = await store.add({ at: now(), key: newKey(), userId, task })
    return this.#sendUntil(id)
  }

  /** Sends a refused task again, as it is or changed. @returns undefined when it is not in the queue any more */
  async retry(id: number, change?: (task: Task) => Task): Promise<Outcome | undefined> {
    const { store, newKey } = this.#options
    const queued = (await store.list()).find(each => each.id === id)
    if (!queued) return undefined
    const { problem: _, ...rest } = queued
    // Another input is another call: it needs another key.
    await store.put(change ? { ...rest, key: newKey(), task: change(queued.task) } : rest)
    return this.#sendUntil(id)
  }

  async #sendUntil(id: number): Promise<Outcome> {
    this.#results.set(id, { isDone: false })
    await this.send()
    const { isDone, result } = this.#results.get(id) ?? { isDone: false }
    this.#results.delete(id)
    if (isDone) return { done: true, result }
    const left = (await this.#options.store.list()).find(each => each.id === id)
    // A task behind one that could not be sent waits for the same reason.
    return { done: false, id, problem: left?.problem ?? this.#stop }
  }

  /** Sends what waits. A call while the queue is being sent lets it look for new tasks once more. */
  async send(): Promise<void> {
    this.#again = true
    this.#sending ??= this.#sendAll()
    await this.#sending
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false
        this.#stop = await this.#sendWaiting()
        await this.#options.onChange(this.#stop)
      }
    } finally {
      // In the same turn as the last check of `again`: a call between them would wait for nothing.
      this.#sending = undefined
    }
  }

  /** @returns the problem that stopped it, when it is not one of a single task */
  async #sendWaiting(): Promise<Problem | undefined> {
    const { store, findSender } = this.#options
    const sender = await findSender()
    if (!sender) return undefined
    for (const queued of await store.list()) {
      const isOwn = queued.userId === undefined || queued.userId === sender.userId
      if (!isOwn || isRefused(queued)) continue
      try {
        const result = await sender.run(queued.task, queued.key)
        await store.remove(queued.id)
        if (this.#results.has(queued.id)) this.#results.set(queued.id, { result, isDone: true })
      } catch (error) {
        const problem = toProblem(error)
        await store.put({ ...queued, problem })
        if (problem.kind !== 'refused') return problem
      }
    }
    return undefined
  }
}
