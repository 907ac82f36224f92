import { listReferences, type TableName, tablesWhere } from '../tables/allTables.ts'

/**
 * A backup is one file format for both databases: gzipped lines of JSON. It begins with a header. For each table
 * follow a line with the column names and one line per row (an array; bytes as `{"b": "<base64>"}`). The last line
 * contains the row count of each table, so that a truncated file is detected. docs/operations.md documents the
 * format.
 */
export const formatName = 'nestmark-backup'
export const formatVersion = 1

export interface BackupHeader {
  format: typeof formatName
  version: number
  /** Milliseconds since 1970. */
  made: number
  from: 'sqlite' | 'postgres'
  /** The applied migrations, in order. They identify the schema. */
  migrations: string[]
  /** The secret stored in the data directory; null when it came from the environment. */
  secret: string | null
}

export interface TableLine {
  table: string
  columns: string[]
}

export interface EndLine {
  end: Record<string, number>
}

/** A cell as encoded in the file. */
export type Cell = string | number | null | { b: string }

/** The tables in a backup, each after the tables that its rows reference. */
export const backupTables = afterReferences(tablesWhere(table => table.backup === 'included'))

/** Tables that a backup omits: `TableDeclaration.backup` has the reasons. */
export const excludedTables = tablesWhere(table => table.backup !== 'included')

/** Returns the tables in an order in which each is after the tables that it references. */
function afterReferences(names: readonly TableName[]): TableName[] {
  const ordered = new Set<TableName>()
  const add = (name: TableName) => {
    for (const { table } of listReferences(name)) if (table !== name && !ordered.has(table)) add(table)
    ordered.add(name)
  }
  names.forEach(add)
  return [...ordered]
}

/** The file is not a backup, is incomplete, or has an unsupported version; the message states which. */
export class BackupError extends Error {
  override name = 'BackupError'
}
