import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { newRows } from '../../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import { inList } from '../../../db/dialect.ts'
import { hasWord } from '../../../db/searchText/wordUse.ts'

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

/** Words per statement; other calls are answered between two. */
const wordsAtOnce = 200

/** Deletes those of the words of a library that no link of it has. Each is looked up in the index. */
export async function deleteUnusedWords(tx: Tx, ownerId: string, words: readonly string[]): Promise<void> {
  for (const part of partsOf(words, wordsAtOnce)) {
    if (words.length > wordsAtOnce) await nextTurn()
    await sql`delete from words where owner_id = ${ownerId} and ${inList(tx, 'word', part)}
      and not ${hasWord(tx, ownerId)}`.execute(tx)
  }
}

/** Deletes words of a library. */
export async function deleteWords(tx: Tx, ownerId: string, words: readonly string[]): Promise<void> {
  for (const part of partsOf(words, 10 * wordsAtOnce)) {
    await nextTurn()
    await sql`delete from words where owner_id = ${ownerId} and ${inList(tx, 'word', part)}`.execute(tx)
  }
}

/**
 * Returns the next words of a library in their order, each with whether no link of it has the word.
 * @param after the last word of the previous call; '' at the beginning
 */
export async function listWordUse(
  db: Queries,
  ownerId: string,
  after: string,
): Promise<{ word: string; unused: boolean }[]> {
  const { rows } = await sql<{ word: string; unused: number | boolean }>`select word,
    not ${hasWord(db, ownerId)} as unused
    from words where owner_id = ${ownerId} and word > ${after} order by word limit ${wordsAtOnce}`.execute(db)
  return rows.map(({ word, unused }) => ({ word, unused: Boolean(unused) }))
}

function partsOf(words: readonly string[], length: number): string[][] {
  return Array.from({ length: Math.ceil(words.length / length) }, (_, at) =>
    words.slice(at * length, (at + 1) * length),
  )
}
