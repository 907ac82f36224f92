import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { isPostgres } from './dialect.ts'

/** From this many links on, PostgreSQL indexes them together. */
const manyLinks = 100
/** Holds the entries of a batch: the size of PostgreSQL's list of new entries, above which it adds them to the index. In kB. */
const batchEntriesKb = 16_384

/**
 * Inserts many links of one owner. Their index entries on PostgreSQL are added to its index together, which reads each of
 * its pages once instead of once for each link. The number of changes of the owner's library that SQLite counts grows by
 * one instead of by one for each link; only other transactions read it.
 * @param insert inserts the rows with `textColumns`
 * @param count the number of links
 */
export async function insertLinks(
  tx: Tx,
  ownerId: string,
  count: number,
  insert: RawBuilder<unknown>,
): Promise<void> {
  if (!isPostgres(tx)) {
    await sql`update people set revision = -1 - revision where id = ${ownerId}`.execute(tx)
    await insert.execute(tx)
    await sql`update people set revision = -revision where id = ${ownerId}`.execute(tx)
    return
  }
  if (count < manyLinks) return void (await insert.execute(tx))
  await sql.raw(`set local gin_pending_list_limit = ${batchEntriesKb}`).execute(tx)
  await insert.execute(tx)
  await sql`select gin_clean_pending_list('links_terms')`.execute(tx)
}

/** The pages of SQLite that a process keeps which writes many links, in kB: the indexes of a large library. */
const heldPages = 32_768

/** Makes the connection that writes keep the indexes of a large library, whose pages each batch of new links changes. */
export async function holdIndexes(db: Db): Promise<void> {
  if (db.kind === 'sqlite') await db.write(tx => sql.raw(`pragma cache_size = -${heldPages}`).execute(tx))
}
