import { sql } from 'kysely'
import type { ColumnType } from './statements/bulkRows.ts'
import type { Queries } from './db.ts'
import { isPostgres } from './dialect.ts'

/** Returns the names of all tables, including those of other applications in a shared PostgreSQL schema. */
export async function readTableNames(queries: Queries): Promise<string[]> {
  const all = isPostgres(queries)
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table'`
  return (await all.execute(queries)).rows.map(row => row.name)
}

const columnTypes: Record<string, ColumnType> = {
  text: 'text',
  integer: 'int',
  bigint: 'int',
  blob: 'bytes',
  bytea: 'bytes',
}

/** Returns the columns of a table, in order, with the type of their values. */
export async function readColumns(
  queries: Queries,
  table: string,
): Promise<Map<string, ColumnType | undefined>> {
  const all = isPostgres(queries)
    ? sql<{ name: string; type: string }>`select column_name as name, data_type as type
        from information_schema.columns where table_schema = current_schema() and table_name = ${table}
        order by ordinal_position`
    : sql<{
        name: string
        type: string
      }>`select name, lower(type) as type from pragma_table_info(${table}) order by cid`
  return new Map((await all.execute(queries)).rows.map(row => [row.name, columnTypes[row.type]]))
}
