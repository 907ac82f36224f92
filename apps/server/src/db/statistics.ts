import { sql } from 'kysely'
import type { Db } from './db.ts'

/** From so many new rows on PostgreSQL's picture of its tables is wrong enough to make searches slow. */
export const rowsThatMatter = 1000

/**
 * Lets PostgreSQL count its tables anew after many rows came. It does so by itself within a minute or two, but until then it
 * plans for the library as it was: a search takes five times as long. It also notes which rows everybody sees, so that counting
 * by an index need not look at them. SQLite plans by the indexes alone.
 */
export async function refreshStatistics(db: Db): Promise<void> {
  if (db.kind === 'postgres')
    await sql`vacuum (analyze, index_cleanup off, truncate off) links, link_tags, tags, collections, words`.execute(
      db.read,
    )
}
