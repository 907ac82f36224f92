import type { Db } from '../db/db.ts'
import { addServedBytes, type ServedBytes, readServedBytes } from '../db/servedBytes.ts'

/** Measures the sent bytes of stored content against the bandwidth of the owner's plan. */
export interface BandwidthMeter {
  /** Counts sent bytes of a picture or file for its owner. */
  count(ownerId: string, bytes: number): void
  /** Returns the bytes of the current calendar month (UTC): the stored ones and those counted since. */
  readUsedBytes(ownerId: string): Promise<number>
  /** Stores the counted bytes. */
  flush(): Promise<void>
  /** Stores the last bytes and stops counting. */
  stop(): Promise<void>
}

/**
 * Interval in milliseconds between writes, so that a picture costs no write. A crash loses at most this much.
 */
const flushIntervalMs = 10_000

/** Returns the month of a time in milliseconds as a number: 202611. */
export function toMonth(now: number): number {
  const date = new Date(now)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

/** Returns the start of the next month (UTC), in milliseconds since 1970. */
export function toNextMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** @param onFault receives a database error; the bytes are written again later */
export function createBandwidthMeter(
  db: Db,
  now: () => number,
  onFault: (error: unknown) => void,
): BandwidthMeter {
  const counted = new Map<string, ServedBytes>()
  let writing: Promise<void> = Promise.resolve()

  const add = ({ ownerId, month, bytes }: ServedBytes) => {
    const key = `${month} ${ownerId}`
    const known = counted.get(key)
    if (known) known.bytes += bytes
    else counted.set(key, { ownerId, month, bytes })
  }
  async function write(): Promise<void> {
    if (counted.size === 0) return
    const batch = [...counted.values()]
    counted.clear()
    try {
      await db.write(tx => addServedBytes(tx, batch))
    } catch (error) {
      batch.forEach(add)
      onFault(error)
    }
  }
  const flush = () => (writing = writing.then(write))
  const timer = setInterval(() => void flush(), flushIntervalMs)
  timer.unref()

  return {
    count: (ownerId, bytes) => add({ ownerId, month: toMonth(now()), bytes }),
    async readUsedBytes(ownerId) {
      // Waits for a running write, whose bytes would otherwise be counted twice or not at all.
      await writing
      const month = toMonth(now())
      const before = counted.get(`${month} ${ownerId}`)?.bytes ?? 0
      return before + (await readServedBytes(db.read, ownerId, month))
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
