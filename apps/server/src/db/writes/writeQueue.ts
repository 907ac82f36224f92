import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { isLongWork } from './longWork.ts'

/** How long a transaction waits for those of other processes, in milliseconds. */
const maxWaitMs = 10_000
const sqliteBusy = 5

/** The write load of calls in this process. */
export interface WriteLoad {
  /** Transactions that run or wait. */
  readonly waiting: number
  /** When several last ended within a short time, by `performance.now()`. Occasional calls are no load. */
  readonly busyAt: number
}

/** This many transactions within this time, in milliseconds, count as load. */
const load = { count: 3, withinMs: 300 }

/** Counts the transactions of calls, without those of long work. */
export class CallWrites {
  readonly #load = { waiting: 0, busyAt: Number.NEGATIVE_INFINITY }
  /** End times of the last ones, the oldest first. */
  readonly #ends: number[] = []
  readonly load: WriteLoad = this.#load

  /** @param isLoad false for a transaction that long work does not pause for */
  async count<T>(transaction: Promise<T>, isLoad = true): Promise<T> {
    if (!isLoad || isLongWork()) return transaction
    this.#load.waiting++
    try {
      return await transaction
    } finally {
      this.#load.waiting--
      this.#recordEnd(performance.now())
    }
  }

  #recordEnd(now: number): void {
    this.#ends.push(now)
    if (this.#ends.length > load.count) this.#ends.shift()
    const oldest = this.#ends[0]
    if (oldest !== undefined && this.#ends.length === load.count && now - oldest <= load.withinMs)
      this.#load.busyAt = now
  }
}

/**
 * Serializes write transactions, because SQLite has one writer at a time. Transactions of this process wait
 * as promises. Locks of other processes (an import, a command line) are awaited by retries, so that SQLite's
 * own waiting never blocks the request thread.
 */
export class WriteQueue {
  #tail: Promise<unknown> = Promise.resolve()
  #length = 0
  readonly #calls = new CallWrites()
  readonly load = this.#calls.load
  readonly #onWait: () => void

  /** @param onWait called when work waits for other work */
  constructor(onWait: () => void = () => undefined) {
    this.#onWait = onWait
  }

  /** Runs `work` after all earlier work has ended. */
  run<T>(work: () => Promise<T>, isLoad?: boolean): Promise<T> {
    if (this.#length++ > 0) this.#onWait()
    const result = this.#tail.then(work)
    this.#tail = result.catch(() => undefined).finally(() => this.#length--)
    return this.#calls.count(result, isLoad)
  }
}

/**
 * Begins a write transaction.
 * @param database must have a busy timeout of 0
 * @param onBusy called again and again while others hold the lock
 * @throws SQLite's own error when others hold the lock for longer than `maxWaitMs`
 */
export async function beginWriteTransaction(database: DatabaseSync, onBusy: () => void): Promise<void> {
  for (const startedAt = performance.now(); ;) {
    try {
      return database.exec('BEGIN IMMEDIATE')
    } catch (error) {
      const isBusy = ((error as { errcode?: number }).errcode ?? 0) % 256 === sqliteBusy
      if (!isBusy || performance.now() - startedAt > maxWaitMs) throw error
      onBusy()
      await pause(1)
    }
  }
}
