import { createSortKeys } from '@nestmark/core/sortKeys'
import { sql } from 'kysely'
import { bulkRows } from '../../db/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'

/** Returns the next links after `after`, of all owners, in the order of their sequence numbers. */
export async function listNextLinks(
  db: Queries,
  after: number,
  max: number,
): Promise<{ seq: number; owner_id: string }[]> {
  return db
    .selectFrom('links')
    .select(['seq', 'owner_id'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(max)
    .execute()
}

/** Computes the sort keys of links by their titles, and writes those that differ. */
export async function refillTitleKeys(tx: Tx, seqs: readonly number[]): Promise<void> {
  const links = await tx
    .selectFrom('links')
    .select(['seq', 'title', 'compare_key', 'title_key'])
    .where(inList(tx, 'seq', seqs))
    // Envelopes have no order.
    .where('key_id', 'is', null)
    .execute()
  const changed = links.flatMap(({ seq, title, compare_key: key, title_key: before }) => {
    const { title_key: after } = createSortKeys(title, key)
    return after === before ? [] : [[seq, after]]
  })
  if (changed.length === 0) return
  await sql`update links set title_key = d.title_key
    from (with d(seq, title_key) as (${bulkRows(tx, ['int', 'text'], changed)}) select * from d) d
    where links.seq = d.seq`.execute(tx)
}
