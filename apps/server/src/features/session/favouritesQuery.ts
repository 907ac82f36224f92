import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { joinedFirst, joinInOrder } from '../../db/dialect.ts'

/** Returns the source of a person's favourite links, named x, with the time of the mark as `x.marked_at`. */
export function selectFavouriteLinks(db: Queries, personId: string): RawBuilder<unknown> {
  const rows = sql`select l.*, f.created_at as marked_at
    from favourite_links f ${joinInOrder(db)} links l on l.id = f.link_id where f.person_id = ${personId}`
  return joinedFirst(db, rows, 'x')
}
