/** What differs between the databases in the statements of a schema. */
export interface ColumnTypes {
  int: string
  bytes: string
  /** A serial primary key that is never exposed. */
  seq: string
  /** A folded text that both databases compare bytewise, so that their orders are equal. */
  sortText: string
  /** Continues a table with the column of PostgreSQL's full-text index; SQLite has tables of its own. */
  terms: string
  /** Adds columns to an index that PostgreSQL reads instead of the rows. */
  include: (columns: string) => string
  /** Ends a table whose primary key is the whole row. */
  noRowId: string
}

/** Statements of both databases, then those of one. */
export interface Schema {
  statements: (types: ColumnTypes) => string[]
  sqlite?: string[]
  postgres?: string[]
}

/** A migration, forward only. */
export interface Migration extends Schema {
  name: string
}
