import { assertDefined } from '@nestmark/core/assertDefined'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Queries } from '../db.ts'

/** Runs a statement that returns a row in any case, such as a count. Returns its first row. */
export async function readRow<Row>(db: Queries, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db)
  return assertDefined(rows[0], 'row')
}

/** Runs a statement that returns a row of counts and sums. Returns 0 for a sum of no rows. */
export async function readNumbers<Name extends string>(
  db: Queries,
  statement: RawBuilder<Record<Name, number | null>>,
): Promise<Record<Name, number>> {
  const row = Object.entries<number | null>(await readRow(db, statement)).map(([name, value]) => [
    name,
    value ?? 0,
  ])
  return Object.fromEntries(row) as Record<Name, number>
}

/** Returns the number of rows of a query. */
export const countRows = async (db: Queries, rows: RawBuilder<unknown>): Promise<number> =>
  (await readRow(db, sql<{ n: number }>`select count(*) as n from (${rows}) r`)).n

/** Returns whether a query, which selects no columns, finds a row. */
export async function hasRow<Database, Table extends keyof Database>(
  rows: SelectQueryBuilder<Database, Table, object>,
): Promise<boolean> {
  return (await rows.select(sql.lit(1).as('found')).limit(1).executeTakeFirst()) !== undefined
}
