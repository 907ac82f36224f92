import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../db.ts'

/** One invariant of the data, described by its violation. */
export interface Check {
  /** The violation, worded to follow a number: 'links without a collection'. */
  violation: string
  /** The database it applies to; both when absent. */
  only?: 'sqlite' | 'postgres'
  /**
   * Returns one statement, so that it reads one snapshot during concurrent writes: a column `id` of the
   * violating rows.
   */
  find(db: Queries, now: number): RawBuilder<unknown>
}

/** The people whose account is open. The library of a deleted account is erased in parts, in any order. */
export const openAccounts = sql`(select id from people where closed_at is null)`
