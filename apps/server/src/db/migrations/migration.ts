import type { Tx } from '../db.ts'

/** The column types that differ between the databases. */
export interface ColumnTypes {
  int: string
  bytes: string
  /** A serial primary key that is never exposed. */
  seq: string
  /** Ends a table whose primary key is the whole row. */
  noRowId: string
}

/** A migration, forward only. `sqlite` and `postgres` follow the shared statements. */
export interface Migration {
  name: string
  statements: (types: ColumnTypes) => string[]
  sqlite?: string[]
  postgres?: string[]
  /** Runs what no statement can do, at the end of the same transaction. */
  after?: (tx: Tx) => Promise<void>
}
