import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { readRow } from '../../db/readRow.ts'

/** A visitor's page counts the links of at most this many collections: a larger tree takes too long for each visit. */
const maxCounted = 1000

/**
 * Returns the number of links and descendants of a live collection; null when it has more than `maxCounted`
 * descendants.
 */
export async function countWithin(
  db: Queries,
  id: string,
): Promise<{ links: number; collections: number } | null> {
  const row = await readRow(
    db,
    sql<{ links: number | string; collections: number | string }>`
    with recursive down(id, links) as (
      select id, n1 + n2 + n3 + n4 + n5 from collections where id = ${id}
      union all
      select c.id, c.n1 + c.n2 + c.n3 + c.n4 + c.n5 from down
      join collections c on c.parent_id = down.id and c.trashed_by is null
    ) select sum(links) as links, count(*) - 1 as collections
      from (select links from down limit ${maxCounted + 2}) d`,
  )
  // PostgreSQL returns the sum of integers as text.
  const [links, collections] = [Number(row.links), Number(row.collections)]
  return collections > maxCounted ? null : { links, collections }
}

/** Returns the number of members who may add to any of these collections. */
export async function countWriters(db: Queries, ids: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('shares')
    .select(({ fn }) => fn.count<number | string>('person_id').distinct().as('n'))
    .where(inList(db, 'collection_id', ids))
    .where('may_write', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(n)
}
