import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createFairSemaphore } from '../concurrency/fairSemaphore.ts'
import type { Db } from '../db/db.ts'
import { requestEnd } from '../db/writes/longTransaction.ts'

/** The state of the write load when a batch starts. */
export interface WriteLoadState {
  /** Other transactions wait to write: the next batches should be short. */
  isBusy: boolean
}

/** Lets long jobs write in short batches, between which others can write. */
export interface Batches {
  /**
   * Runs one batch when the owner gets a slot.
   * @param owner batches alternate between owners
   * @param work one short transaction
   * @param options `isShort` for the batches of short work, which run first
   * @throws the errors of the work
   */
  run<T>(
    owner: string,
    work: (load: WriteLoadState) => Promise<T>,
    options?: { isShort?: boolean },
  ): Promise<T>
}

/** The longest pause after a batch, in milliseconds. */
const maxPauseMs = 50
const minPauseMs = 2
/**
 * The length of the pause after a batch while calls write, as a multiple of the batch. With 1 for long work, a save
 * concurrent with imports on two cores took more than three times as long as without them (PostgreSQL).
 */
const pauseFactor = { long: 2, short: 1 }
/** How long after a write of a call further ones are expected, in milliseconds. */
const busyWindowMs = 300

/** PostgreSQL uses a core per batch; one core is left to calls. */
const coresForJobs = Math.max(1, Math.min(4, availableParallelism() - 1))

/**
 * Creates the scheduler of batches. On SQLite one batch is written at a time, across all processes and
 * threads. A batch waits for the calls that wait to write. While calls write, on both databases, each batch
 * is followed by a pause (`pauseFactor`): long jobs never take more than a third of the writer, however many
 * run.
 */
export function createBatches(db: Pick<Db, 'kind' | 'writes'> & Partial<Pick<Db, 'location'>>): Batches {
  const onSqlite = db.kind === 'sqlite'
  const concurrency = onSqlite ? 1 : coresForJobs
  const limits = { concurrency, perKey: 1, queueLength: Infinity, queuePerKey: Infinity }
  const writer = createFairSemaphore(limits)
  // The pause after a batch of long work does not delay short work.
  const queues = { long: createFairSemaphore(limits), short: createFairSemaphore(limits) }
  /** Waits for pending calls, up to a limit: under permanent load the batch would otherwise never run. */
  async function waitForCalls(): Promise<void> {
    for (let ms = 0; db.writes.waiting > 0 && ms < maxPauseMs; ms++) await pause(1)
  }

  const areCallsWriting = () => performance.now() - db.writes.busyAt < busyWindowMs
  /** For a batch of long work, short work counts during its pauses too. */
  const countOtherBatches = (isShort: boolean) =>
    queues.long.counts().waiting +
    (isShort ? queues.short.counts().waiting + writer.counts().waiting : queues.short.counts().running)

  async function write<T>(
    isShort: boolean,
    work: (load: WriteLoadState) => Promise<T>,
    onEnd: (tookMs: number) => void,
  ): Promise<T> {
    if (onSqlite) await waitForCalls()
    const startedAt = performance.now()
    try {
      return await work({ isBusy: areCallsWriting() || countOtherBatches(isShort) > 0 })
    } finally {
      onEnd(performance.now() - startedAt)
    }
  }

  return {
    run: (owner, work, { isShort = false } = {}) => {
      const length = isShort ? 'short' : 'long'
      if (onSqlite && db.location) requestEnd(db.location.dataDir)
      return queues[length].run(owner, async () => {
        let tookMs = 0
        try {
          return await writer.run(owner, () => write(isShort, work, ms => void (tookMs = ms)), {
            priority: isShort ? 1 : 0,
          })
        } finally {
          const pauseMs = areCallsWriting() ? tookMs * pauseFactor[length] : 0
          await pause(Math.min(Math.max(pauseMs, minPauseMs), maxPauseMs))
        }
      })
    },
  }
}
