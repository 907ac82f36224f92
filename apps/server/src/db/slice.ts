import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the limit clause for one page of a list. The size is a literal and a first page has no offset: a database that
 * does not see the number of wanted rows plans for many, or plans again for each run.
 */
export function slice(size: number, offset: number): RawBuilder<unknown> {
  return offset === 0 ? sql`limit ${sql.lit(size)}` : sql`limit ${sql.lit(size)} offset ${offset}`
}
