import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createFairSemaphore } from '../concurrency/fairSemaphore.ts'
import type { Db } from '../db/db.ts'

/** What a batch is told when its turn comes. */
export interface Turn {
  /** Others want to write, too: the next batches should be short. */
  isBusy: boolean
}

/** Lets long jobs write in short batches, between which others get in. */
export interface Batches {
  /**
   * Runs one batch when it is the owner's turn.
   * @param owner owners take turns, batch by batch
   * @param work one short transaction
   * @param options `isShort` for the batches of short work, which go first
   * @throws whatever the work throws
   */
  run<T>(owner: string, work: (turn: Turn) => Promise<T>, options?: { isShort?: boolean }): Promise<T>
}

/** The longest pause after a batch, in milliseconds. */
const longestPauseMs = 50
const shortestPauseMs = 2
/** How long after a call has written others are expected to write, too; in milliseconds. */
const busyMs = 300

/** PostgreSQL works on a core for each batch; one core is left to calls. */
const coresForJobs = Math.max(1, Math.min(4, availableParallelism() - 1))

/**
 * On SQLite one batch is written at a time, by whatever process or thread. A batch waits for the calls that wait to write.
 * While calls write, on both databases, the writer is left to them for as long as the batch took: background work never
 * takes more than half of it, however many jobs run.
 */
export function createBatches(db: Pick<Db, 'kind' | 'writes'>): Batches {
  const onSqlite = db.kind === 'sqlite'
  const concurrency = onSqlite ? 1 : coresForJobs
  const limits = { concurrency, perKey: 1, queueLength: Infinity, queuePerKey: Infinity }
  const writer = createFairSemaphore(limits)
  // The pause after a batch of long work does not hold up short work.
  const lanes = { long: createFairSemaphore(limits), short: createFairSemaphore(limits) }
  /** Goes on after a while: where somebody always writes, the batch would never come. */
  async function letCallsWrite(): Promise<void> {
    for (let ms = 0; db.writes.waiting > 0 && ms < longestPauseMs; ms++) await pause(1)
  }

  const callsWrite = () => performance.now() - db.writes.busyAt < busyMs
  const others = () => lanes.long.counts().waiting + lanes.short.counts().running

  async function write<T>(work: (turn: Turn) => Promise<T>, onEnd: (tookMs: number) => void): Promise<T> {
    if (onSqlite) await letCallsWrite()
    const begun = performance.now()
    try {
      return await work({ isBusy: callsWrite() || others() > 0 })
    } finally {
      onEnd(performance.now() - begun)
    }
  }

  return {
    run: (owner, work, { isShort = false } = {}) =>
      lanes[isShort ? 'short' : 'long'].run(owner, async () => {
        let tookMs = 0
        try {
          return await writer.run(owner, () => write(work, ms => void (tookMs = ms)), {
            priority: isShort ? 1 : 0,
          })
        } finally {
          await pause(Math.min(Math.max(callsWrite() ? tookMs : 0, shortestPauseMs), longestPauseMs))
        }
      }),
  }
}
