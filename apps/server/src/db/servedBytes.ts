import { sql } from 'kysely'
import { bulkRows } from './bulkRows.ts'
import type { Queries, Tx } from './db.ts'

export interface ServedBytes {
  ownerId: string
  month: number
  bytes: number
}

/** Adds sent bytes in one statement; skips people deleted in the meantime. */
export async function addServedBytes(tx: Tx, rows: readonly ServedBytes[]): Promise<void> {
  if (rows.length === 0) return
  // A fixed order prevents deadlocks between servers that count for the same people.
  const cells = rows
    .toSorted((a, b) => (a.ownerId < b.ownerId ? -1 : 1))
    .map(({ ownerId, month, bytes }) => [ownerId, month, bytes])
  await sql`insert into served (owner_id, month, bytes)
    select d.owner_id, d.month, d.bytes from (
      with d(owner_id, month, bytes) as (${bulkRows(tx, ['text', 'int', 'int'], cells)}) select * from d
    ) d join people p on p.id = d.owner_id order by d.owner_id
    on conflict (owner_id, month) do update set bytes = served.bytes + excluded.bytes`.execute(tx)
}

/** Returns the bytes sent from a person's library in a month, as recorded so far. */
export async function readServedBytes(db: Queries, ownerId: string, month: number): Promise<number> {
  const row = await db
    .selectFrom('served')
    .select('bytes')
    .where('owner_id', '=', ownerId)
    .where('month', '=', month)
    .executeTakeFirst()
  return row?.bytes ?? 0
}
