import { threadId } from 'node:worker_threads'

/**
 * SQLite has one writer at a time. Threads of this process queue here before they begin a transaction, so that the
 * request thread waits as a promise and is never blocked inside SQLite's own busy loop.
 *
 * Word 0: 0 when free, else 1 + the number of the thread that holds it. Word 1: how many threads wait.
 */
export type SharedLock = Int32Array<SharedArrayBuffer>

export function createSharedLock(): SharedLock {
  return new Int32Array(new SharedArrayBuffer(8))
}

/** Frees the lock of a thread that ended while it held it; its transaction was rolled back with its connection. */
export function freeLockOf(shared: SharedLock, endedThread: number): void {
  if (Atomics.compareExchange(shared, 0, endedThread + 1, 0) === endedThread + 1) Atomics.notify(shared, 0)
}

/** Takes turns: within this thread by a queue of promises, between threads by the shared lock. */
export class WriteLock {
  #shared: SharedLock
  #tail: Promise<unknown> = Promise.resolve()

  constructor(shared: SharedLock) {
    this.#shared = shared
  }

  /** Runs `work` while nobody else in this process writes. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(async () => {
      await this.#take()
      try {
        return await work()
      } finally {
        Atomics.store(this.#shared, 0, 0)
        Atomics.notify(this.#shared, 0, 1)
      }
    })
    this.#tail = turn.catch(() => undefined)
    return turn
  }

  async #take(): Promise<void> {
    for (;;) {
      const holder = Atomics.compareExchange(this.#shared, 0, 0, threadId + 1)
      if (holder === 0) return
      Atomics.add(this.#shared, 1, 1)
      // The timeout only guards against a lost wake-up; turns are given by notify.
      const wait = Atomics.waitAsync(this.#shared, 0, holder, 1000)
      if (wait.async) {
        // Waiting for a lock does not keep a thread alive by itself.
        const alive = setInterval(() => undefined, 1000)
        await wait.value
        clearInterval(alive)
      }
      Atomics.sub(this.#shared, 1, 1)
    }
  }

  /** True while another thread waits; heavy work then pauses between two batches so that people go first. */
  get wanted(): boolean {
    return Atomics.load(this.#shared, 1) > 0
  }
}
