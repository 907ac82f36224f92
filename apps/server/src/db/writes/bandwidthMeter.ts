import type { Db, Queries, Tx } from '../db.ts'
import { sql } from 'kysely'
import { bulkRows } from '../statements/bulkRows.ts'
import { inList } from '../dialect.ts'
import { flushRegularly } from './flushRegularly.ts'

/** Measures the sent bytes of stored content against the bandwidth of the owner's plan. */
export interface BandwidthMeter {
  /** Counts sent bytes of a picture or file for its owner. */
  count(ownerId: string, bytes: number): void
  /** Returns the bytes of the current calendar month (UTC): the stored ones and those counted since. */
  readUsedBytes(ownerId: string): Promise<number>
  /** Returns the bytes of each day of the current calendar month (UTC), from the first to today. */
  readDays(ownerId: string): Promise<number[]>
  /** Stores the counted bytes. */
  flush(): Promise<void>
  /** Stores the last bytes and stops counting. */
  stop(): Promise<void>
}

/** Returns the day of a time in milliseconds as a number: 20261125. */
function toDay(date: Date): number {
  return (date.getUTCFullYear() * 100 + date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}

/** Returns the first day of a month and today, as 20261125. */
export function toMonth(now: number): { first: number; last: number } {
  const last = toDay(new Date(now))
  return { first: last - (last % 100) + 1, last }
}

/** Returns the first day of the month before. */
function toEarliestDay(now: number): number {
  const date = new Date(now)
  return toDay(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1)))
}

/** Returns the stored bytes that were sent from a library in the current month. */
export async function readStoredBytes(db: Queries, ownerId: string, now: number): Promise<number> {
  const days = await readServedBytes(db, ownerId, toMonth(now))
  return days.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Returns the start of the next month (UTC), in milliseconds since 1970. */
export function toNextMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** Names the first day of the next month (UTC), as in 'December 1'. */
export const nameNextMonth = (now: number): string =>
  new Date(toNextMonth(now)).toLocaleDateString('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** @param onError receives a database error; the bytes are written again later */
export function createBandwidthMeter(
  db: Db,
  now: () => number,
  onError: (error: unknown) => void,
): BandwidthMeter {
  const counted = new Map<string, ServedBytes>()

  const add = ({ ownerId, day, bytes }: ServedBytes) => {
    const key = `${day} ${ownerId}`
    const known = counted.get(key)
    if (known) known.bytes += bytes
    else counted.set(key, { ownerId, day, bytes })
  }
  async function write(): Promise<void> {
    if (counted.size === 0) return
    const batch = [...counted.values()]
    counted.clear()
    try {
      await db.write(tx => addServedBytes(tx, batch, toEarliestDay(now())))
    } catch (error) {
      batch.forEach(add)
      onError(error)
    }
  }
  async function readDays(ownerId: string): Promise<number[]> {
    // Waits for a running write, whose bytes would otherwise be counted twice or not at all.
    await ended()
    const { first, last } = toMonth(now())
    const days = Array.from({ length: last - first + 1 }, (_, at) => {
      return counted.get(`${first + at} ${ownerId}`)?.bytes ?? 0
    })
    for (const { day, bytes } of await readServedBytes(db.read, ownerId, { first, last }))
      days[day - first] = (days[day - first] ?? 0) + bytes
    return days
  }
  const { flush, ended, stop } = flushRegularly(write)

  return {
    count: (ownerId, bytes) => add({ ownerId, day: toDay(new Date(now())), bytes }),
    readUsedBytes: async ownerId => (await readDays(ownerId)).reduce((sum, bytes) => sum + bytes, 0),
    readDays,
    flush,
    stop,
  }
}

interface ServedBytes {
  ownerId: string
  /** As 20261125 (UTC). */
  day: number
  bytes: number
}

/**
 * Adds sent bytes in one statement; skips people deleted in the meantime.
 * @param since earlier days of these people are deleted
 */
async function addServedBytes(tx: Tx, rows: readonly ServedBytes[], since: number): Promise<void> {
  if (rows.length === 0) return
  // A fixed order prevents deadlocks between servers that count for the same people.
  const sorted = rows.toSorted((a, b) => (a.ownerId < b.ownerId ? -1 : 1) || a.day - b.day)
  const cells = sorted.map(({ ownerId, day, bytes }) => [ownerId, day, bytes])
  await sql`insert into served (owner_id, day, bytes)
    select d.owner_id, d.day, d.bytes from (
      with d(owner_id, day, bytes) as (${bulkRows(tx, ['text', 'int', 'int'], cells)}) select * from d
    ) d join people p on p.id = d.owner_id order by d.owner_id, d.day
    on conflict (owner_id, day) do update set bytes = served.bytes + excluded.bytes`.execute(tx)
  const owners = [...new Set(sorted.map(({ ownerId }) => ownerId))]
  await sql`delete from served where ${inList(tx, 'owner_id', owners)} and day < ${since}`.execute(tx)
}

/** Returns the bytes sent from a person's library between two days, both included, as recorded so far. */
async function readServedBytes(
  db: Queries,
  ownerId: string,
  { first, last }: { first: number; last: number },
): Promise<Pick<ServedBytes, 'day' | 'bytes'>[]> {
  return db
    .selectFrom('served')
    .select(['day', 'bytes'])
    .where('owner_id', '=', ownerId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .execute()
}
