import type { RawBuilder } from 'kysely'
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
