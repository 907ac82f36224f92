import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { isPostgres, joinInOrder } from '../../db/dialect.ts'

/**
 * Returns the source of a person's favourite links, named x, with the time of the mark as `x.marked_at`. On
 * PostgreSQL `offset 0` makes the join run before the permission check: the planner multiplies the cost of that check
 * by the number of favourites, and would otherwise read the links of every user.
 */
export function favouriteLinks(db: Queries, personId: string): RawBuilder<unknown> {
  const rows = sql`select l.*, f.created_at as marked_at
    from favourite_links f ${joinInOrder(db)} links l on l.id = f.link_id where f.person_id = ${personId}`
  return isPostgres(db) ? sql`(${rows} offset 0) x` : sql`(${rows}) x`
}
