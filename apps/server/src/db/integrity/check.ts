import type { RawBuilder } from 'kysely'
import type { Queries } from '../db.ts'

/** One promise of the data, told by what breaks it. */
export interface Check {
  /** What is wrong, as it follows a number: 'links without a collection'. */
  wrong: string
  /** Which database it is asked of; both when absent. */
  only?: 'sqlite' | 'postgres'
  /** One statement, so that it sees one moment of a library that is written to: a column `id` of what breaks the promise. */
  find(db: Queries, now: number): RawBuilder<unknown>
}
