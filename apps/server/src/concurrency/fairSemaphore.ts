/**
 * Limits how much work runs at once and shares it fairly between keys (a person, an address of the network). Each key
 * has a bounded share of what runs and of what waits, keys take turns, and the queue has a bounded length.
 */
export interface FairSemaphore {
  /**
   * Runs the work as soon as its key has a turn.
   * @param key who the work is for: keys share fairly, works of one key start in their order within a priority
   * @throws QueueFullError at once when the queue has no place for this key, or later when the place was given to
   *   another key that had fewer; QueueTimeoutError after `timeoutMs`; the signal's reason when it aborts while waiting
   */
  run<T>(key: string, work: () => T | Promise<T>, options?: RunOptions): Promise<T>
  /** Returns how many works run and wait, of one key or of all. */
  counts(key?: string): { running: number; waiting: number }
}

export interface FairSemaphoreOptions {
  /** How many works run at once. */
  concurrency: number
  /** How many works of one key run at once. Below `concurrency`, one key can never hold every slot. */
  perKey: number
  /** How many works wait in all. */
  queueLength: number
  /** How many works of one key wait. */
  queuePerKey: number
  /** How long a work may wait for its turn, in milliseconds. Without it, for as long as it takes. */
  timeoutMs?: number
}

export interface RunOptions {
  /** Ends the wait. What already runs has to look at the signal by itself. */
  signal?: AbortSignal | undefined
  /** Works with a higher number start first; 0 when not given. */
  priority?: number
}

/** The queue has no place. `scope` says whose: this key's share of it, or all of it. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
  readonly scope: 'key' | 'all'

  constructor(scope: 'key' | 'all') {
    super(scope === 'key' ? 'Too much work of this key waits.' : 'The queue is full.')
    this.scope = scope
  }
}

/** The work waited for longer than `timeoutMs`. It has not been started. */
export class QueueTimeoutError extends Error {
  override name = 'QueueTimeoutError'
}

/** Every so many starts the priority is not looked at, so that work of low priority always gets on. */
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
  /** Waiting works by key. The order of the keys is the order of their turns. */
  const queues = new Map<string, Waiter[]>()

  const runs = (key: string): number => countRunning.get(key) ?? 0

  function remove(waiter: Waiter): void {
    const queue = queues.get(waiter.key)!
    queue.splice(queue.indexOf(waiter), 1)
    if (queue.length === 0) queues.delete(waiter.key)
    waiting--
  }

  /** Returns the work whose turn it is: the highest priority, then the key that runs least, then the order of turns. */
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
      // The key goes to the end of the turns.
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
   * Makes a place in the queue for a work of this key, at the cost of a less urgent one or of a key with more waiting.
   * @throws QueueFullError when there is none to be had
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
          : setTimeout(() => waiter.reject(new QueueTimeoutError('The work waited too long.')), timeoutMs)
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
      // What waits is held up by its own key's share alone: a free slot is for whoever comes.
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

/** Returns the most urgent work of a queue, the oldest of them. */
function highest(queue: readonly Waiter[]): Waiter {
  return queue.reduce((best, waiter) => (waiter.priority > best.priority ? waiter : best))
}

/** Returns the least urgent work of a queue, the newest of them. */
function lowest(queue: readonly Waiter[]): Waiter | undefined {
  return queue.reduce<Waiter | undefined>(
    (worst, waiter) => (worst && waiter.priority > worst.priority ? worst : waiter),
    undefined,
  )
}
