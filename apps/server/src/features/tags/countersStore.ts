import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'

/**
 * Updates the number of live links of tags, deleted ones included, so that a restored tag has the correct number.
 * The transaction must have the lock on the person's row, as for every change of a library.
 */
export async function addToTagCounts(tx: Tx, changes: ReadonlyMap<number, number>): Promise<void> {
  const rows = [...changes].filter(([, by]) => by !== 0)
  if (rows.length === 0) return
  await sql`update tags set links = tags.links + d.n from (
      with d(seq, n) as (${bulkRows(tx, ['int', 'int'], rows)}) select * from d
    ) d where tags.seq = d.seq`.execute(tx)
}

/**
 * Counts links that appear (1) or disappear (-1) with all their tags, in one statement.
 * @param seqs a subquery of the links' keys
 */
export async function countLinksOfTags(tx: Tx, seqs: RawBuilder<unknown>, by: 1 | -1): Promise<void> {
  await sql`update tags set links = tags.links + ${sql.lit(by)} * d.n from (
      select lt.tag_seq, count(*) as n from link_tags lt where lt.link_seq in (${seqs}) group by lt.tag_seq
    ) d where tags.seq = d.tag_seq`.execute(tx)
}

/** Returns how often each tag occurs. */
export function countedTags<Key>(tags: Iterable<Key>, by = 1): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + by)
  return counts
}
