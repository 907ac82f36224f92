import type { Tx } from '../db.ts'

/** The words in which the databases' column types differ. */
export interface ColumnWords {
  int: string
  bytes: string
  /** A counting primary key that never leaves the database. */
  seq: string
  /** Ends a table whose primary key is the row itself. */
  noRowId: string
}

/** One step forward; there is no way back. `sqlite` and `postgres` follow the statements that both share. */
export interface Migration {
  name: string
  statements: (words: ColumnWords) => string[]
  sqlite?: string[]
  postgres?: string[]
  /** What no statement can do, at the end of the same transaction. */
  after?: (tx: Tx) => Promise<void>
}
