import { sql } from 'kysely'
import { bulkRows } from './statements/bulkRows.ts'
import type { Queries, Tx } from './db.ts'
import { inList } from './dialect.ts'

export interface ServedBytes {
  ownerId: string
  /** As 20261125 (UTC). */
  day: number
  bytes: number
}

/**
 * Adds sent bytes in one statement; skips people deleted in the meantime.
 * @param since earlier days of these people are deleted
 */
export async function addServedBytes(tx: Tx, rows: readonly ServedBytes[], since: number): Promise<void> {
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
export async function readServedBytes(
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
