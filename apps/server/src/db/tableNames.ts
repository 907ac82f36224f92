import { sql } from 'kysely'
import type { Queries } from './db.ts'
import { isPostgres } from './dialect.ts'

/** The tables that are there, ours and, in a PostgreSQL that serves others too, theirs. */
export async function tableNames(queries: Queries): Promise<string[]> {
  const all = isPostgres(queries)
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table'`
  return (await all.execute(queries)).rows.map(row => row.name)
}
