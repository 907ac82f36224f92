import type { Db } from '../db/db.ts'
import { addServed, type Served, servedIn } from '../db/served.ts'

/** Counts bytes that are sent of what people keep, for their plan's bandwidth. */
export interface Meter {
  /** Counts bytes of a picture or file that were sent, for its owner. */
  count(ownerId: string, bytes: number): void
  /** Bytes of this calendar month (UTC): what is written down, and what this process has counted since. */
  used(ownerId: string): Promise<number>
  /** Writes down what was counted. */
  flush(): Promise<void>
  /** Writes down the last and counts no more. */
  stop(): Promise<void>
}

/** A picture costs no write: what was counted is written down together, this often. A crash loses no more than that. */
const everyMs = 10_000

/** The month of a moment, as a number: 202611. */
export function toMonth(now: number): number {
  const date = new Date(now)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

/** When the month after the one of this moment begins (UTC), in milliseconds since 1970. */
export function nextMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** @param onFault is told when the database did not take what was counted; it is tried again */
export function createMeter(db: Db, now: () => number, onFault: (error: unknown) => void): Meter {
  const counted = new Map<string, Served>()
  let writing: Promise<void> = Promise.resolve()

  const add = ({ ownerId, month, bytes }: Served) => {
    const key = `${month} ${ownerId}`
    const known = counted.get(key)
    if (known) known.bytes += bytes
    else counted.set(key, { ownerId, month, bytes })
  }
  async function write(): Promise<void> {
    if (counted.size === 0) return
    const leaving = [...counted.values()]
    counted.clear()
    try {
      await db.write(tx => addServed(tx, leaving))
    } catch (error) {
      leaving.forEach(add)
      onFault(error)
    }
  }
  const flush = () => (writing = writing.then(write))
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()

  return {
    count: (ownerId, bytes) => add({ ownerId, month: toMonth(now()), bytes }),
    async used(ownerId) {
      // What is just being written would be counted twice, or not at all.
      await writing
      const month = toMonth(now())
      const before = counted.get(`${month} ${ownerId}`)?.bytes ?? 0
      return before + (await servedIn(db.read, ownerId, month))
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
