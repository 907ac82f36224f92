/**
 * Limits how many tasks run concurrently and shares the slots fairly between keys (a person, a network
 * address). Each key has a bounded share of the running and the waiting tasks, keys alternate, and the queue
 * has a bounded length.
 */
export interface FairSemaphore {
  /**
   * Runs the task as soon as its key gets a slot.
   * @param key the task's owner: keys share fairly, tasks of one key start in order within a priority
   * @throws QueueFullError immediately when the queue has no place for this key, or later when a key with
   * fewer tasks displaced it; QueueTimeoutError after `timeoutMs`; the signal's reason when it aborts while
   * waiting
   */
  run<T>(key: string, work: () => T | Promise<T>, options?: RunOptions): Promise<T>
  /** Returns the number of running and waiting tasks, of one key or of all. */
  counts(key?: string): { running: number; waiting: number }
}

export interface FairSemaphoreOptions {
  /** Maximum of tasks that run concurrently. */
  concurrency: number
  /** Maximum of concurrent tasks per key. Below `concurrency`, one key can never hold every slot. */
  perKey: number
  /** Maximum of waiting tasks. */
  queueLength: number
  /** Maximum of waiting tasks per key. */
  queuePerKey: number
  /** How long a task may wait for a slot, in milliseconds. Without it there is no timeout. */
  timeoutMs?: number
}

export interface RunOptions {
  /** Aborts the wait. A running task must observe the signal itself. */
  signal?: AbortSignal | undefined
  /** Tasks with a higher number start first; 0 by default. */
  priority?: number
}

/** The queue is full. `scope` tells whether the key's share of it is full, or all of it. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
  readonly scope: 'key' | 'all'

  constructor(scope: 'key' | 'all') {
    super(scope === 'key' ? 'Too many tasks of this key are waiting.' : 'The queue is full.')
    this.scope = scope
  }
}

/** The task waited for longer than `timeoutMs`. It was not started. */
export class QueueTimeoutError extends Error {
  override name = 'QueueTimeoutError'
}

/** Every n-th start ignores the priority, so that tasks of low priority are not starved. */
const startsPerTurnOfAll = 4

interface Waiter {
  key: string
  priority: number
  start(): void
  reject(reason: unknown): void
}

export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { concurrency, perKey, queueLength, queuePerKey, timeoutMs } = options
  let running = 0
  let waiting = 0
  let starts = 0
  const countRunning = new Map<string, number>()
  /** Waiting tasks by key. The order of the keys is their order of service. */
  const queues = new Map<string, Waiter[]>()

  const runs = (key: string): number => countRunning.get(key) ?? 0

  function remove(waiter: Waiter): void {
    const queue = queues.get(waiter.key)!
    queue.splice(queue.indexOf(waiter), 1)
    if (queue.length === 0) queues.delete(waiter.key)
    waiting--
  }

  /**
   * Returns the next task: the highest priority, then the key with the fewest running tasks, then the order
   * of service.
   */
  function next(): Waiter | undefined {
    const byPriority = (starts + 1) % startsPerTurnOfAll !== 0
    let best: Waiter | undefined
    for (const [key, queue] of queues) {
      if (runs(key) >= perKey) continue
      const first = byPriority ? highest(queue) : queue[0]!
      const lead = best && byPriority ? first.priority - best.priority : 0
      if (!best || lead > 0 || (lead === 0 && runs(key) < runs(best.key))) best = first
    }
    return best
  }

  function startWaiting(): void {
    while (running < concurrency) {
      const waiter = next()
      if (!waiter) return
      const { key } = waiter
      remove(waiter)
      // The key moves to the end of the order.
      const queue = queues.get(key)
      if (queue) {
        queues.delete(key)
        queues.set(key, queue)
      }
      enter(key)
      waiter.start()
    }
  }

  function enter(key: string): void {
    running++
    starts++
    countRunning.set(key, runs(key) + 1)
  }

  function leave(key: string): void {
    running--
    if (runs(key) === 1) countRunning.delete(key)
    else countRunning.set(key, runs(key) - 1)
    startWaiting()
  }

  /**
   * Makes room in the queue for a task of this key, by displacing one of lower priority or of a key with more
   * waiting tasks.
   * @throws QueueFullError when none can be displaced
   */
  function makePlace(key: string, priority: number): void {
    const own = queues.get(key) ?? []
    if (own.length >= queuePerKey) {
      const displaced = lowest(own)
      if (!displaced || displaced.priority >= priority) throw new QueueFullError('key')
      displaced.reject(new QueueFullError('key'))
    } else if (waiting >= queueLength) {
      let displaced: Waiter | undefined
      for (const [other, queue] of queues) {
        const last = lowest(queue)!
        const lead = priority - last.priority
        if (lead < 0 || (lead === 0 && (other === key || queue.length < own.length + 2))) continue
        const worse = displaced ? displaced.priority - last.priority : 1
        if (worse > 0 || (worse === 0 && queue.length > queues.get(displaced!.key)!.length)) displaced = last
      }
      if (!displaced) throw new QueueFullError('all')
      displaced.reject(new QueueFullError('all'))
    }
  }

  function wait(key: string, { signal, priority = 0 }: RunOptions): Promise<void> {
    makePlace(key, priority)
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      const waiter: Waiter = {
        key,
        priority,
        start() {
          settle()
          resolve()
        },
        reject(reason) {
          settle()
          remove(waiter)
          reject(reason as Error)
        },
      }
      const abort = () => waiter.reject(signal!.reason)
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => waiter.reject(new QueueTimeoutError('The task waited too long.')), timeoutMs)
      signal?.addEventListener('abort', abort, { once: true })
      const queue = queues.get(key)
      if (queue) queue.push(waiter)
      else queues.set(key, [waiter])
      waiting++
    })
  }

  return {
    async run(key, work, given = {}) {
      given.signal?.throwIfAborted()
      // With a free slot, waiting tasks are blocked only by the share of their own keys, so a new task can
      // take it.
      if (running < concurrency && runs(key) < perKey) enter(key)
      else await wait(key, given)
      try {
        return await work()
      } finally {
        leave(key)
      }
    },
    counts(key) {
      if (key === undefined) return { running, waiting }
      return { running: runs(key), waiting: queues.get(key)?.length ?? 0 }
    },
  }
}

/** Returns the task of the highest priority, the oldest of them. */
function highest(queue: readonly Waiter[]): Waiter {
  return queue.reduce((best, waiter) => (waiter.priority > best.priority ? waiter : best))
}

/** Returns the task of the lowest priority, the newest of them. */
function lowest(queue: readonly Waiter[]): Waiter | undefined {
  return queue.reduce<Waiter | undefined>(
    (worst, waiter) => (worst && waiter.priority > worst.priority ? worst : waiter),
    undefined,
  )
}
