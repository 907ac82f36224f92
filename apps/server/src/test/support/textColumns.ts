import { type RawBuilder, sql } from 'kysely'
import { readColumns, readTableNames } from '../../db/catalog.ts'
import type { Queries } from '../../db/db.ts'

/**
 * Returns the text columns of all tables in which a row matches, as `table.column`.
 * @param matches returns the condition for a column
 */
export async function textColumnsWhere(
  read: Queries,
  matches: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<string[]> {
  const found: string[] = []
  for (const table of await readTableNames(read)) {
    if (/^(links_text|sqlite_|migrations)/.test(table)) continue
    for (const [column, kind] of await readColumns(read, table))
      if (kind === 'text') {
        const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
          where ${matches(sql.ref(column))}`.execute(read)
        if (Number(rows[0]!.n) > 0) found.push(`${table}.${column}`)
      }
  }
  return found
}
