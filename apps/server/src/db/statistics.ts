import { sql } from 'kysely'
import type { Db } from './db.ts'

/** From so many new rows on PostgreSQL's picture of its tables is wrong enough to make searches slow: in all, and of its links. */
const rowsThatMatter = { count: 1000, share: 0.1 }

/**
 * Refreshes the statistics after an import where they matter. PostgreSQL does so by itself within a minute or two, but until
 * then it plans for the library as it was: a search takes five times as long. It takes as long as the tables are large, so
 * that few rows among many are left to PostgreSQL.
 * @param written how many links were written
 */
export async function refreshStatisticsAfter(db: Db, written: number): Promise<void> {
  if (db.kind === 'sqlite' || written < rowsThatMatter.count) return
  // -1 before the first time.
  const { rows } = await sql<{ known: number }>`
    select reltuples::float8 as known from pg_class where oid = 'links'::regclass`.execute(db.read)
  if (written >= rows[0]!.known * rowsThatMatter.share) await refreshStatistics(db)
}

/**
 * Lets PostgreSQL count its tables anew. It also notes which rows everybody sees, so that counting by an index need not
 * look at them. SQLite plans by the indexes alone.
 */
export async function refreshStatistics(db: Db): Promise<void> {
  if (db.kind === 'postgres')
    await sql`vacuum (analyze, index_cleanup off, truncate off) links, link_tags, tags, collections, words`.execute(
      db.read,
    )
}
