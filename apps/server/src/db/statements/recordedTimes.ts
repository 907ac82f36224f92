import { type RawBuilder, sql } from 'kysely'
import { bulkRows } from './bulkRows.ts'
import type { Tx } from '../db.ts'
import { inList, rowLock } from '../dialect.ts'

/** IDs with times in milliseconds. */
type Times = readonly (readonly [id: string, at: number])[]

/** Sets when files were opened. */
export const setOpened = (tx: Tx, times: Times): Promise<void> =>
  setTimes(tx, times, { table: sql`files`, column: sql`opened_at` })

/** Sets when sessions were last used. */
export const setSessionUse = (tx: Tx, times: Times): Promise<void> =>
  setTimes(tx, times, { table: sql`"session"`, column: sql`"updatedAt"` })

/**
 * Sets a time of each row. Skips rows that another transaction is changing: waiting for it could deadlock, and the next
 * use is recorded.
 */
async function setTimes(
  tx: Tx,
  times: Times,
  { table, column }: Record<'table' | 'column', RawBuilder<unknown>>,
): Promise<void> {
  if (times.length === 0) return
  const ids = times.map(([id]) => id)
  await sql`update ${table} set ${column} = d.at
    from (with d(id, at) as (${bulkRows(tx, ['text', 'int'], times)}) select * from d) d
    where ${table}.id = d.id and ${table}.id in (select id from ${table} where ${inList(tx, 'id', ids)}
      ${rowLock(tx, 'for update skip locked')})`.execute(tx)
}
