import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/** How long a transaction waits for those of other processes before it gives up, in milliseconds. */
const patienceMs = 10_000
const sqliteBusy = 5

/**
 * SQLite has one writer at a time. Transactions of this process take turns as promises; those of other processes (an
 * import, a command line) are waited for by trying again, so that the request thread is never blocked inside SQLite's own
 * waiting.
 */
export class WriteTurns {
  #tail: Promise<unknown> = Promise.resolve()

  /** Runs `work` when all that came before has ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(work)
    this.#tail = turn.catch(() => undefined)
    return turn
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
