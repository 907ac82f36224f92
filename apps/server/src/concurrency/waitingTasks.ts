import { assertDefined } from '@nestmark/core/assertDefined'
import { QueueFullError } from './queueErrors.ts'

export interface WaitingTask {
  key: string
  priority: number
  start(): void
  /** Removes the task and reports the reason to its caller. */
  reject(reason: unknown): void
}

export interface QueueLimits {
  /** Maximum of waiting tasks. */
  queueLength: number
  /** Maximum of waiting tasks per key. */
  queuePerKey: number
}

/** The waiting tasks of a semaphore by key. */
export class WaitingTasks {
  /** The order of the keys is their order of service. */
  readonly #queues = new Map<string, WaitingTask[]>()
  readonly #limits: QueueLimits
  #count = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Returns the number of waiting tasks, of one key or of all. */
  count(key?: string): number {
    return key === undefined ? this.#count : (this.#queues.get(key)?.length ?? 0)
  }

  add(task: WaitingTask): void {
    const queue = this.#queues.get(task.key)
    if (queue) queue.push(task)
    else this.#queues.set(task.key, [task])
    this.#count++
  }

  remove(task: WaitingTask): void {
    const queue = assertDefined(this.#queues.get(task.key), 'queue of the task')
    queue.splice(queue.indexOf(task), 1)
    if (queue.length === 0) this.#queues.delete(task.key)
    this.#count--
  }

  /** Moves a key to the end of the order. */
  moveToEnd(key: string): void {
    const queue = this.#queues.get(key)
    if (!queue) return
    this.#queues.delete(key)
    this.#queues.set(key, queue)
  }

  /**
   * Returns the next task to start: the highest priority, then the key with the fewest running tasks, then the
   * order of service.
   * @param byPriority false to ignore the priority
   * @param runs returns the number of running tasks of a key
   * @param perKey maximum of running tasks per key
   */
  next(byPriority: boolean, runs: (key: string) => number, perKey: number): WaitingTask | undefined {
    let best: WaitingTask | undefined
    for (const [key, queue] of this.#queues) {
      if (runs(key) >= perKey) continue
      const first = byPriority ? highest(queue) : queue[0]
      if (!first) continue
      const difference = best && byPriority ? first.priority - best.priority : 0
      if (!best || difference > 0 || (difference === 0 && runs(key) < runs(best.key))) best = first
    }
    return best
  }

  /**
   * Frees a place for a task of this key by displacing one of lower priority or of a key with more waiting tasks.
   * @throws QueueFullError when none can be displaced
   */
  makeRoom(key: string, priority: number): void {
    const own = this.#queues.get(key)
    const length = own?.length ?? 0
    if (length >= this.#limits.queuePerKey) {
      const displaced = own && lowest(own)
      if (!displaced || displaced.priority >= priority) throw new QueueFullError('key')
      displaced.reject(new QueueFullError('key'))
    } else if (this.#count >= this.#limits.queueLength) {
      const displaced = this.#findDisplaced(key, priority, length)
      if (!displaced) throw new QueueFullError('all')
      displaced.reject(new QueueFullError('all'))
    }
  }

  /** Returns the task of the lowest priority, and of those the one of the longest queue. */
  #findDisplaced(key: string, priority: number, ownLength: number): WaitingTask | undefined {
    let displaced: WaitingTask | undefined
    let length = 0
    for (const [other, queue] of this.#queues) {
      const last = lowest(queue)
      if (!last) continue
      const difference = priority - last.priority
      if (difference < 0 || (difference === 0 && (other === key || queue.length < ownLength + 2))) continue
      const worse = displaced ? displaced.priority - last.priority : 1
      if (worse < 0 || (worse === 0 && queue.length <= length)) continue
      displaced = last
      length = queue.length
    }
    return displaced
  }
}

/** Returns the task of the highest priority, the oldest of them. */
function highest(queue: readonly WaitingTask[]): WaitingTask | undefined {
  return queue.reduce<WaitingTask | undefined>(
    (best, task) => (best && task.priority <= best.priority ? best : task),
    undefined,
  )
}

/** Returns the task of the lowest priority, the newest of them. */
function lowest(queue: readonly WaitingTask[]): WaitingTask | undefined {
  return queue.reduce<WaitingTask | undefined>(
    (worst, task) => (worst && task.priority > worst.priority ? worst : task),
    undefined,
  )
}
