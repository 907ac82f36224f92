import { type RawBuilder, sql } from 'kysely'

/**
 * The end of a list's statement that cuts one page out of it. The size is written out and a first page has no offset:
 * a database that does not see how few rows are wanted plans for many, or plans anew for each run.
 */
export function slice(size: number, offset: number): RawBuilder<unknown> {
  return offset === 0 ? sql`limit ${sql.lit(size)}` : sql`limit ${sql.lit(size)} offset ${offset}`
}
