import { setTimeout as pause } from 'node:timers/promises'
import { createFairSemaphore } from '../concurrency/fairSemaphore.ts'
import type { Db } from '../db/db.ts'

/** Lets long jobs write in short batches, between which others get in. */
export interface Batches {
  /**
   * Runs one batch when it is the owner's turn.
   * @param owner owners take turns, batch by batch
   * @param work one short transaction
   * @param options `isShort` for the batches of short work, which go first
   * @throws whatever the work throws
   */
  run<T>(owner: string, work: () => Promise<T>, options?: { isShort?: boolean }): Promise<T>
}

/** The longest pause after a batch, in milliseconds. */
const longestPauseMs = 50
const shortestPauseMs = 2
/** How long after a call has written others are expected to write, too; in milliseconds. */
const busyMs = 1000

/**
 * On SQLite one batch is written at a time, by whatever process or thread. A batch waits for the calls that wait to write;
 * while calls write, the writer is left to them for as long as the batch took: background work never takes more than half
 * of it, however many jobs run. PostgreSQL writes in processes of its own.
 */
export function createBatches(db: Pick<Db, 'kind' | 'writes'>): Batches {
  const onSqlite = db.kind === 'sqlite'
  const concurrency = onSqlite ? 1 : 4
  const turns = createFairSemaphore({ concurrency, perKey: 1, queueLength: Infinity, queuePerKey: Infinity })
  /** Goes on after a while: where somebody always writes, the batch would never come. */
  async function letCallsWrite(): Promise<void> {
    for (let ms = 0; db.writes.waiting > 0 && ms < longestPauseMs; ms++) await pause(1)
  }

  return {
    run: (owner, work, { isShort = false } = {}) =>
      turns.run(
        owner,
        async () => {
          if (onSqlite) await letCallsWrite()
          const begun = performance.now()
          try {
            return await work()
          } finally {
            const isBusy = onSqlite && performance.now() - db.writes.lastAt < busyMs
            const took = isBusy ? performance.now() - begun : 0
            await pause(Math.min(Math.max(took, shortestPauseMs), longestPauseMs))
          }
        },
        { priority: isShort ? 1 : 0 },
      ),
  }
}
