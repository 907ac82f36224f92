import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { CollectionRow } from '../../db/tables.ts'

type Top = Pick<CollectionRow, 'id' | 'trashed_by'>

/** What lies beneath a live collection and is live; beneath a trashed one, what is hidden with it. */
const alike = ({ trashed_by }: Top) =>
  trashed_by === null ? sql`c.trashed_by is null` : sql`c.trashed_by = ${trashed_by}`

/**
 * `with recursive down(id)`: these collections and all beneath them, each once. To begin a statement or a subquery with.
 * @param live only what is in no trash, the tops included; else whatever hides it
 */
export function downFrom(db: Queries, tops: readonly string[], live: boolean): RawBuilder<unknown> {
  // Beneath a single top nothing is met twice; one of several may lie beneath another.
  const and = tops.length > 1 ? sql`union` : sql`union all`
  return sql`with recursive down(id) as (
      select id from collections where ${inList(db, 'id', tops)} ${live ? sql`and trashed_by is null` : sql``}
      ${and}
      select c.id from down join collections c on c.parent_id = down.id ${live ? sql`and c.trashed_by is null` : sql``}
    )`
}

/** A subquery of the ids of a collection and all beneath it. */
export function beneath(top: Top): RawBuilder<unknown> {
  return sql`with recursive down(id) as (
      select id from collections where id = ${top.id}
      union all
      select c.id from down join collections c on c.parent_id = down.id and ${alike(top)}
    ) select id from down`
}

/** The links of a collection and all beneath it by category. */
export async function countDescendantLinks(
  db: Queries,
  top: Top,
): Promise<Pick<CollectionRow, 'n1' | 'n2' | 'n3' | 'n4' | 'n5'>> {
  const { rows } = await sql<Record<'n1' | 'n2' | 'n3' | 'n4' | 'n5', string | number>>`
    with recursive down(id, n1, n2, n3, n4, n5) as (
      select id, n1, n2, n3, n4, n5 from collections where id = ${top.id}
      union all
      select c.id, c.n1, c.n2, c.n3, c.n4, c.n5 from down
      join collections c on c.parent_id = down.id and ${alike(top)}
    ) select sum(n1) as n1, sum(n2) as n2, sum(n3) as n3, sum(n4) as n4, sum(n5) as n5 from down`.execute(db)
  const row = rows[0]!
  // PostgreSQL sums whole numbers into a type that travels as text.
  return {
    n1: Number(row.n1),
    n2: Number(row.n2),
    n3: Number(row.n3),
    n4: Number(row.n4),
    n5: Number(row.n5),
  }
}

/** True when more than `many` collections lie in these subtrees, the tops included. It looks no further than that. */
export async function isLarge(db: Queries, tops: readonly string[], many: number): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    ${downFrom(db, tops, false)} select count(*) as n from (select 1 from down limit ${many + 1}) d`.execute(
    db,
  )
  return Number(rows[0]!.n) > many
}
