import { assertDefined } from '@nestmark/core/assertDefined'
import type { RawBuilder } from 'kysely'
import type { Queries } from '../db.ts'

/** Runs a statement that returns a row in any case, such as a count. Returns its first row. */
export async function readRow<Row>(db: Queries, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db)
  return assertDefined(rows[0], 'row')
}
