import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db.ts'
import { isPostgres } from '../dialect.ts'
import { readRow } from '../statements/readRow.ts'

/** From this many links on, PostgreSQL indexes them together. */
const manyLinks = 100
/** Holds the entries of a batch: the size of PostgreSQL's list of new entries, above which it adds them to the index. In kB. */
const batchEntriesKb = 16_384

/**
 * Inserts many links. PostgreSQL adds their entries to the full-text index together, which reads each of its pages once
 * instead of once for each link (docs/adr/088).
 * @param insert inserts the rows with `textColumns`
 * @param count the number of links
 */
export async function insertLinks(tx: Tx, count: number, insert: RawBuilder<unknown>): Promise<void> {
  const isTogether = isPostgres(tx) && count >= manyLinks
  if (isTogether) await sql.raw(`set local gin_pending_list_limit = ${batchEntriesKb}`).execute(tx)
  await insert.execute(tx)
  if (isTogether) await sql`select gin_clean_pending_list('links_terms')`.execute(tx)
}

/**
 * Drops the index over the terms before many links are indexed again: PostgreSQL builds it several times faster than it
 * adds rows one by one.
 * @returns a function that creates it again
 */
export async function dropTermsIndex(tx: Tx): Promise<() => Promise<void>> {
  if (!isPostgres(tx)) return async () => undefined
  const { made } = await readRow(
    tx,
    sql<{ made: string }>`select indexdef as made from pg_indexes
      where schemaname = current_schema() and indexname = 'links_terms'`,
  )
  await sql`drop index links_terms`.execute(tx)
  return async () => void (await sql.raw(made).execute(tx))
}
