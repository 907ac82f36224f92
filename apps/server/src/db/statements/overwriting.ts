import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Queries, Tx } from '../db.ts'
import { isPostgres } from '../dialect.ts'
import { readRow } from './readRow.ts'

/** Returns whether deleted data can be overwritten immediately: SQLite does; PostgreSQL retains them until vacuum. */
export const supportsOverwriting = (queries: Queries): boolean => !isPostgres(queries)

/**
 * Runs a transaction whose deleted and replaced data are overwritten with zeros in the file. SQLite otherwise only does so
 * where it costs no further write (`openSqlite`).
 */
export async function overwriteDeleted<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.kind !== 'sqlite') return db.write(work)
  return db.write(async tx => {
    await sql`pragma secure_delete = on`.execute(tx)
    try {
      return await work(tx)
    } finally {
      await sql`pragma secure_delete = fast`.execute(tx)
    }
  })
}

/** Runs one short transaction while others do not write. */
type RunStep = <T>(work: () => Promise<T>) => Promise<T>

const indexes = ['links_text', 'page_terms', 'highlight_terms'] as const
/** Pages that one step writes: a few milliseconds. */
const pagesAtOnce = 200

/**
 * Overwrites on SQLite the data that transactions leave in the file: deleted words in parts of the search indexes,
 * which are merged; pages that are free, which are filled with zeros; and the log, which is emptied.
 * @param jobId the job whose files contain the zeros until all free pages are filled
 */
export async function purgeTexts(db: Db, jobId: string, run: RunStep): Promise<void> {
  if (db.kind !== 'sqlite') return
  for (const index of indexes) {
    // A negative number begins the merge of all parts into one; positive ones continue it.
    let pages = -pagesAtOnce
    while (await run(() => overwriteDeleted(db, tx => mergeIndex(tx, index, pages)))) pages = pagesAtOnce
  }
  await clearFreePages(db, jobId, run)
  await emptyLog(db)
}

/** Merges some pages of an index. Returns whether there is more to merge. */
async function mergeIndex(tx: Tx, index: (typeof indexes)[number], pages: number): Promise<boolean> {
  const count = async () => (await readRow(tx, sql<{ n: number }>`select total_changes() as n`)).n
  const before = await count()
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${pages})`.execute(tx)
  return (await count()) - before >= 2
}

/** Fills the pages that are free now with zeros, in files of the job, and deletes these. */
async function clearFreePages(db: Db, jobId: string, run: RunStep): Promise<void> {
  const { free, size } = await readRow(
    db.read,
    sql<{ free: number; size: number }>`select freelist_count as free, page_size as size
      from pragma_freelist_count, pragma_page_size`,
  )
  const parts = Math.ceil(free / pagesAtOnce)
  for (let part = 0; part < parts; part++) {
    // An overflow page has a pointer of four bytes, and one page is the row's own.
    const bytes = sql<Uint8Array>`zeroblob(${pagesAtOnce * (size - 4)})`
    const row = { job_id: jobId, part, bytes }
    await run(() =>
      db.write(tx =>
        tx
          .insertInto('job_files')
          .values(row)
          // Left by an attempt that was interrupted.
          .onConflict(conflict => conflict.doNothing())
          .execute(),
      ),
    )
  }
  for (let part = 0; part < parts; part++)
    await run(() =>
      db.write(tx =>
        tx.deleteFrom('job_files').where('job_id', '=', jobId).where('part', '=', part).execute(),
      ),
    )
}

/** The number of attempts to empty the log while others read from it. */
const emptyingAttempts = 50

/** @throws Error when others read from the log during all attempts; the job is retried later */
async function emptyLog(db: Db): Promise<void> {
  for (let attempt = 0; attempt < emptyingAttempts; attempt++) {
    if (await db.emptyLog()) return
    await pause(100)
  }
  throw new Error('The log could not be emptied, because others read from it.')
}
