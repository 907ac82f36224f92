import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import { countRows, readNumbers } from '../../db/statements/readRow.ts'

type Top = Pick<CollectionRow, 'id' | 'trashed_by'>

/** Selects live descendants of a live collection, or for a trashed one the descendants that are hidden with it. */
const sameState = ({ trashed_by }: Top) =>
  trashed_by === null ? sql`c.trashed_by is null` : sql`c.trashed_by = ${trashed_by}`

/**
 * Returns `with recursive down(id)`: these collections and all their descendants, without duplicates. Use it at the
 * beginning of a statement or subquery.
 * @param live true for live collections only, tops included; false for all, including hidden ones
 */
export function withDescendants(db: Queries, tops: readonly string[], live: boolean): RawBuilder<unknown> {
  // A single top yields no duplicates; with several, one may be a descendant of another.
  const and = tops.length > 1 ? sql`union` : sql`union all`
  return sql`with recursive down(id) as (
      select id from collections where ${inList(db, 'id', tops)} ${live ? sql`and trashed_by is null` : sql``}
      ${and}
      select c.id from down join collections c on c.parent_id = down.id ${live ? sql`and c.trashed_by is null` : sql``}
    )`
}

/** Returns a subquery of the ids of a collection and all its descendants. */
export function selectDescendants(top: Top): RawBuilder<unknown> {
  return sql`with recursive down(id) as (
      select id from collections where id = ${top.id}
      union all
      select c.id from down join collections c on c.parent_id = down.id and ${sameState(top)}
    ) select id from down`
}

/** The number of links by category: image, video, link, note, audio. */
export type LinkCounts = Pick<CollectionRow, 'n1' | 'n2' | 'n3' | 'n4' | 'n5'>

/** Returns the numbers of links as a list. */
export const toCategoryCounts = ({ n1, n2, n3, n4, n5 }: LinkCounts): number[] => [n1, n2, n3, n4, n5]

/** Returns the sum of counts. */
export const sumCounts = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0)

/** Returns the number of links by category in a collection and all its descendants. */
export function countDescendantLinks(db: Queries, top: Top): Promise<LinkCounts> {
  return readNumbers(
    db,
    sql<LinkCounts>`
    with recursive down(id, n1, n2, n3, n4, n5) as (
      select id, n1, n2, n3, n4, n5 from collections where id = ${top.id}
      union all
      select c.id, c.n1, c.n2, c.n3, c.n4, c.n5 from down
      join collections c on c.parent_id = down.id and ${sameState(top)}
    ) select sum(n1) as n1, sum(n2) as n2, sum(n3) as n3, sum(n4) as n4, sum(n5) as n5 from down`,
  )
}

/** Returns true when these subtrees have more than `many` collections, tops included. Counts no further than that. */
export async function isLarge(db: Queries, tops: readonly string[], many: number): Promise<boolean> {
  const some = sql`${withDescendants(db, tops, false)} select 1 from down limit ${many + 1}`
  return (await countRows(db, some)) > many
}
