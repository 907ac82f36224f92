import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../db.ts'
import { isPostgres } from '../dialect.ts'
import type { TableName } from '../tables/allTables.ts'
import { type Cell, EachRow } from './eachRow.ts'

/**
 * How a column's values are encoded in JSON; bytes as hexadecimal digits. 'tsvector' exists on PostgreSQL
 * only.
 */
export type ColumnType = 'text' | 'int' | 'bytes' | 'tsvector'

/**
 * Returns a `select` over many rows passed as ONE parameter, a JSON array, so that the statement is the same
 * for any number of rows and stays prepared. Use it as `insert into t (a, b) ${bulkRows(...)}`.
 * @param types of the columns, in order
 */
export function bulkRows(
  queries: Queries,
  types: readonly ColumnType[],
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
 * Returns the statement that inserts rows into a table, passed as one parameter too. At least one.
 * @param columns without bytes; what a row has besides is ignored. By default those of the first row
 */
export function insertRows<Column extends string>(
  queries: Queries,
  table: TableName,
  rows: readonly Readonly<Record<Column, Cell>>[],
  columns: readonly string[] = Object.keys(rows[0] ?? {}),
): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  const names = sql.join(columns.map(column => sql.ref(column)))
  const source = isPostgres(queries)
    ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
    : sql`select ${sql.raw(columns.map(column => `value ->> '${column}'`).join(', '))} from json_each(${json})`
  return sql`insert into ${sql.table(table)} (${names}) ${source}`
}

/**
 * Returns the source of an insert of many new rows. PostgreSQL gets an array for each column, because it would parse a
 * row of JSON again for each of its cells. SQLite, which is in the process, runs the statement once per row, which takes
 * half the time of reading the rows from an array.
 * Needs at least one row.
 * Use it as `insert into t (a, b) ${newRows(...)}`, in a statement without other parameters.
 * @param types of the columns, in order
 */
export function newRows(
  queries: Queries,
  types: readonly Exclude<ColumnType, 'bytes'>[],
  rows: readonly (readonly Cell[])[],
): RawBuilder<unknown> {
  if (isPostgres(queries)) return unnestedRows(types, rows)
  return sql`values (${new EachRow(rows)}${sql.raw(', ?'.repeat(types.length - 1))})`
}

/** Returns a `select` over rows that are passed as one array per column, in their order. */
function unnestedRows(
  types: readonly Exclude<ColumnType, 'bytes'>[],
  rows: readonly (readonly Cell[])[],
): RawBuilder<unknown> {
  const names = types.map((_, at) => `c${at}`)
  const cells = types.map((type, at) => (type === 'tsvector' ? `c${at}::tsvector` : `c${at}`))
  const columns = types.map((type, at) => {
    const values = rows.map(row => row[at])
    return sql`${values}::${sql.raw(type === 'int' ? 'bigint[]' : 'text[]')}`
  })
  return sql`select ${sql.raw(cells.join(', '))} from unnest(${sql.join(columns)}) as r(${sql.raw(names.join(', '))})`
}
