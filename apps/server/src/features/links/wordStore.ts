import { type RawBuilder, sql } from 'kysely'
import { newRows } from '../../db/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'

/** Adds words to a person's word list; existing words are skipped. */
export async function addWords(tx: Tx, ownerId: string, words: ReadonlySet<string>): Promise<void> {
  if (words.size > 0) await newWords(tx, ownerId, words).execute(tx)
}

/** Returns the statement that adds the words. */
export function newWords(db: Queries, ownerId: string, words: ReadonlySet<string>): RawBuilder<unknown> {
  // Sorted, so that two transactions that insert the same new words cannot deadlock.
  const rows = [...words].sort().map(word => [ownerId, word])
  return sql`insert into words (owner_id, word) ${newRows(db, ['text', 'text'], rows)} on conflict do nothing`
}
