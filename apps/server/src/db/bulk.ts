import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './db.ts'
import { isPostgres } from './dialect.ts'
import { type Cell, EachRow } from './eachRow.ts'

/** How a column travels; bytes as hexadecimal digits. There is no 'tsvector' on SQLite. */
export type BulkType = 'text' | 'int' | 'bytes' | 'tsvector'

/**
 * Many rows as ONE parameter: a `select` over a JSON array, so that the statement is the same for any number of rows and
 * stays prepared. Use it as `insert into t (a, b) ${bulkRows(...)}`.
 * @param types of the columns, in order
 */
export function bulkRows(
  queries: Queries,
  types: readonly BulkType[],
  rows: readonly (readonly Cell[])[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  if (isPostgres(queries)) {
    const cells = types.map((type, at) => {
      if (type === 'bytes') return `decode(v ->> ${at}, 'hex')`
      return `(v ->> ${at})::${type === 'int' ? 'bigint' : type}`
    })
    return sql`select ${sql.raw(cells.join(', '))} from json_array_elements(${json}::json) with ordinality as j(v, n) order by n`
  }
  const cells = types.map((type, at) => (type === 'bytes' ? `unhex(value ->> ${at})` : `value ->> ${at}`))
  return sql`select ${sql.raw(cells.join(', '))} from json_each(${json}) where true order by key`
}

/**
 * Many new rows by one statement: as `bulkRows` where the database is not in the process; where it is, the statement is
 * run once for each row, which takes half the time of reading them out of an array. At least one row.
 * Use it as `insert into t (a, b) ${newRows(...)}`, with nothing else that has a parameter.
 * @param types of the columns, in order
 */
export function newRows(
  queries: Queries,
  types: readonly Exclude<BulkType, 'bytes'>[],
  rows: readonly (readonly Cell[])[],
): RawBuilder<unknown> {
  if (isPostgres(queries)) return bulkRows(queries, types, rows)
  return sql`values (${new EachRow(rows)}${sql.raw(', ?'.repeat(types.length - 1))})`
}
