import { sql } from 'kysely'
import { readRow } from './statements/readRow.ts'
import type { Db } from './db.ts'

/**
 * When this many rows are new, in number and as a fraction of the links, PostgreSQL's statistics are outdated enough to
 * make searches slow.
 */
const refreshThreshold = { count: 1000, share: 0.1 }

/**
 * Refreshes the statistics after an import when necessary. PostgreSQL does so automatically within a minute or
 * two, but until then it plans with the old statistics, and a search takes five times as long. The refresh
 * takes time in proportion to the tables, so a small share of new rows is left to PostgreSQL.
 * @param written the number of links written
 */
export async function refreshStatisticsAfter(db: Db, written: number): Promise<void> {
  if (db.kind === 'sqlite' || written < refreshThreshold.count) return
  // -1 before the first analyze.
  const { known } = await readRow(
    db.read,
    sql<{ known: number }>`select reltuples::float8 as known from pg_class where oid = 'links'::regclass`,
  )
  if (written >= known * refreshThreshold.share) await refreshStatistics(db)
}

/**
 * Analyzes PostgreSQL's tables. The vacuum also updates the visibility map, so that index-only counts need
 * not read rows. SQLite plans from the indexes alone.
 */
export async function refreshStatistics(db: Db): Promise<void> {
  if (db.kind === 'postgres')
    await sql`vacuum (analyze, index_cleanup off, truncate off) links, link_tags, tags, collections, words`.execute(
      db.read,
    )
}
