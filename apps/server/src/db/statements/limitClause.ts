import { limits } from '@nestmark/core/limits'
import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the limit clause for one page of a list. The size is a literal and a first page has no offset: a database
 * that does not see the number of requested rows plans for many, or plans again for each run.
 */
export function limitClause(size: number, offset: number): RawBuilder<unknown> {
  return offset === 0 ? sql`limit ${sql.lit(size)}` : sql`limit ${sql.lit(size)} offset ${offset}`
}

/** A part of a list: at most `limit` rows after `offset` others. */
export interface PageRange {
  limit: number
  offset: number
}

/** Returns the part of a list that is its nth page; the first has the number 1. */
export const toPageRange = (page: number): PageRange => ({
  limit: limits.pageSize,
  offset: (page - 1) * limits.pageSize,
})

/** Returns the limit clause for the nth page of a list. */
export function pageLimitClause(page: number): RawBuilder<unknown> {
  const { limit, offset } = toPageRange(page)
  return limitClause(limit, offset)
}
