import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { isLongWork } from './longWork.ts'

/** How long a transaction waits for those of other processes before it gives up, in milliseconds. */
const patienceMs = 10_000
const sqliteBusy = 5

/** How much the calls of this process write. */
export interface WriteLoad {
  /** Transactions that run or wait for their turn. */
  readonly waiting: number
  /** When several had last ended within a short time, by `performance.now()`. One call now and then is no load. */
  readonly busyAt: number
}

/** As many transactions within this time, in milliseconds, are a load. */
const load = { count: 3, withinMs: 300 }

/** Counts the transactions of calls; those of long work do not count. */
export class CallWrites {
  readonly #load = { waiting: 0, busyAt: Number.NEGATIVE_INFINITY }
  /** When the last ones ended, the oldest first. */
  readonly #ends: number[] = []
  readonly load: WriteLoad = this.#load

  async count<T>(transaction: Promise<T>): Promise<T> {
    if (isLongWork()) return transaction
    this.#load.waiting++
    try {
      return await transaction
    } finally {
      this.#load.waiting--
      this.#noteEnd(performance.now())
    }
  }

  #noteEnd(now: number): void {
    this.#ends.push(now)
    if (this.#ends.length > load.count) this.#ends.shift()
    if (this.#ends.length === load.count && now - this.#ends[0]! <= load.withinMs) this.#load.busyAt = now
  }
}

/**
 * SQLite has one writer at a time. Transactions of this process take turns as promises; those of other processes (an
 * import, a command line) are waited for by trying again, so that the request thread is never blocked inside SQLite's own
 * waiting.
 */
export class WriteQueue {
  #tail: Promise<unknown> = Promise.resolve()
  readonly #calls = new CallWrites()
  readonly load = this.#calls.load

  /** Runs `work` when all that came before has ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(work)
    this.#tail = turn.catch(() => undefined)
    return this.#calls.count(turn)
  }
}

/**
 * Begins a transaction that may write.
 * @param database opened without a waiting time of its own
 * @throws SQLite's own error when others write for longer than the patience
 */
export async function beginWriting(database: DatabaseSync): Promise<void> {
  for (const begun = performance.now(); ;) {
    try {
      return database.exec('BEGIN IMMEDIATE')
    } catch (error) {
      const isBusy = ((error as { errcode?: number }).errcode ?? 0) % 256 === sqliteBusy
      if (!isBusy || performance.now() - begun > patienceMs) throw error
      await pause(1)
    }
  }
}
