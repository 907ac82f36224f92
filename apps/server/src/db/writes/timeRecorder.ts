import type { Db, Tx } from '../db.ts'
import { flushRegularly } from './flushRegularly.ts'

/** Records when files and sessions are used, in batches, so that a use costs no write. */
export interface TimeRecorder {
  /**
   * Adds a use. Does nothing when the last recorded one is recent.
   * @param usedAt when it was used before, as far as is known
   */
  add(id: string, usedAt: number | null): void
  /** Stores the recorded times. */
  flush(): Promise<void>
  /** Stores the last times and stops recording. */
  stop(): Promise<void>
}

/** The maximum number of rows per transaction, so that it does not block other writers for long. */
const rowsAtOnce = 500
/** The maximum number of waiting rows, when the database accepts no writes. The others are recorded the next time. */
const maxWaiting = 50_000

interface Recording {
  /** Stores the times of some rows. */
  write: (tx: Tx, times: readonly (readonly [id: string, at: number])[]) => Promise<void>
  /** A row is written at most once in this time, in milliseconds. */
  minMs: number
  /** Receives a database error. The times are written again later. */
  onError: (error: unknown) => void
}

export function createTimeRecorder(
  { db, now }: { db: Db; now: () => number },
  { write, minMs, onError }: Recording,
): TimeRecorder {
  const times = new Map<string, number>()

  async function writeAll(): Promise<void> {
    while (times.size > 0) {
      const batch = [...times].slice(0, rowsAtOnce)
      for (const [id] of batch) times.delete(id)
      try {
        await db.write(tx => write(tx, batch))
      } catch (error) {
        for (const [id, at] of batch) times.set(id, at)
        onError(error)
        return
      }
    }
  }
  const { flush, stop } = flushRegularly(writeAll)

  return {
    add(id, usedAt) {
      const isRecent = usedAt !== null && now() - usedAt < minMs
      if (!isRecent && times.size < maxWaiting) times.set(id, now())
    },
    flush,
    stop,
  }
}
