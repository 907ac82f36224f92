import { QueueTimeoutError } from './queueErrors.ts'
import { type QueueLimits, type WaitingTask, WaitingTasks } from './waitingTasks.ts'

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

export interface FairSemaphoreOptions extends QueueLimits {
  /** Maximum of tasks that run concurrently. */
  concurrency: number
  /** Maximum of concurrent tasks per key. Below `concurrency`, one key can never use every slot. */
  perKey: number
  /** How long a task may wait for a slot, in milliseconds. Without it there is no timeout. */
  timeoutMs?: number
}

export interface RunOptions {
  /** Aborts the wait. A running task must observe the signal itself. */
  signal?: AbortSignal | undefined
  /** Tasks with a higher number start first; 0 by default. */
  priority?: number
}

/** Every n-th start ignores the priority, so that tasks of low priority are not starved. */
const startsPerUnprioritizedStart = 4

export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { concurrency, perKey, timeoutMs } = options
  let running = 0
  let starts = 0
  const runningByKey = new Map<string, number>()
  const waiting = new WaitingTasks(options)

  const countRunningTasks = (key: string): number => runningByKey.get(key) ?? 0

  function startWaiting(): void {
    while (running < concurrency) {
      const task = waiting.next((starts + 1) % startsPerUnprioritizedStart !== 0, countRunningTasks, perKey)
      if (!task) return
      waiting.remove(task)
      acquireSlot(task.key)
      task.start()
    }
  }

  function acquireSlot(key: string): void {
    running++
    starts++
    runningByKey.set(key, countRunningTasks(key) + 1)
  }

  function releaseSlot(key: string): void {
    running--
    if (countRunningTasks(key) === 1) runningByKey.delete(key)
    else runningByKey.set(key, countRunningTasks(key) - 1)
    // Who waited while this task ran comes first, however long it ran.
    waiting.moveToEnd(key)
    startWaiting()
  }

  function wait(key: string, { signal, priority = 0 }: RunOptions): Promise<void> {
    waiting.makeRoom(key, priority)
    return new Promise((resolve, reject) => {
      const cleanUp = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      const task: WaitingTask = {
        key,
        priority,
        start() {
          cleanUp()
          resolve()
        },
        reject(reason) {
          cleanUp()
          waiting.remove(task)
          reject(reason as Error)
        },
      }
      const abort = () => task.reject(signal?.reason)
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => task.reject(new QueueTimeoutError('The task waited too long.')), timeoutMs)
      signal?.addEventListener('abort', abort, { once: true })
      waiting.add(task)
    })
  }

  return {
    async run(key, work, given = {}) {
      given.signal?.throwIfAborted()
      // With a free slot, waiting tasks are blocked only by the share of their own keys, so a new task can
      // take it.
      if (running < concurrency && countRunningTasks(key) < perKey) acquireSlot(key)
      else await wait(key, given)
      try {
        return await work()
      } finally {
        releaseSlot(key)
      }
    },
    counts(key) {
      return { running: key === undefined ? running : countRunningTasks(key), waiting: waiting.count(key) }
    },
  }
}
