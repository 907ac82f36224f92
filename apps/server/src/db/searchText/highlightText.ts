import { type RawBuilder, sql } from 'kysely'
import { bulkRows, type ColumnType } from '../statements/bulkRows.ts'
import type { Queries, Tx } from '../db.ts'
import { inList, isPostgres } from '../dialect.ts'
import { type LinkTerms, setVectors, toIndexEntry } from './fullText.ts'
import { ftsQuery } from './ftsQuery.ts'
import type { TextQuery } from './textQuery.ts'
import { tsQuery } from './tsQuery.ts'

/**
 * The full-text index of highlights, with the fields of that of links (`fullText.ts`): the text of the highlight is the
 * description, its comment the tags; title and address are those of its page.
 */
export type HighlightTerms = Omit<LinkTerms, 'category'>

/** Indexes highlights, or replaces their entries. */
export async function indexHighlights(tx: Tx, highlights: readonly HighlightTerms[]): Promise<void> {
  if (highlights.length === 0) return
  const rows = highlights.map(each => [each.seq, ...toIndexEntry(tx, { ...each, category: 0 }, '')])
  if (isPostgres(tx)) await setVectors(tx, sql`highlights`, sql`seq`, rows)
  else
    await sql`insert or replace into highlight_terms (rowid, owner, title, address, descr, tags)
      ${bulkRows(tx, ['int', 'text', 'text', 'text', 'text', 'text'], rows)}`.execute(tx)
}

/**
 * Returns the part of the index that is in the rows of new highlights: on PostgreSQL all of it, written once with the row.
 * @param highlights null for one that is not indexed
 */
export function newHighlightTerms(
  queries: Queries,
  highlights: readonly (Omit<HighlightTerms, 'seq'> | null)[],
): { columns: string[]; types: ColumnType[]; cells: (string | null)[][] } {
  const toCell = (terms: Omit<HighlightTerms, 'seq'> | null) =>
    terms === null ? [null] : [...toIndexEntry(queries, { ...terms, category: 0 }, '')]
  return isPostgres(queries)
    ? { columns: ['terms'], types: ['tsvector'], cells: highlights.map(toCell) }
    : { columns: [], types: [], cells: highlights.map(() => []) }
}

/** Adds the rest of the index for inserted highlights: on SQLite the index is a separate table. */
export async function indexNewHighlights(tx: Tx, highlights: readonly HighlightTerms[]): Promise<void> {
  if (!isPostgres(tx)) await indexHighlights(tx, highlights)
}

/** Removes highlights from the index. Deleted highlights leave it by themselves. */
export async function unindexHighlights(tx: Tx, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  if (isPostgres(tx))
    await sql`update highlights set terms = null where ${inList(tx, 'seq', seqs)}`.execute(tx)
  else await sql`delete from highlight_terms where ${inList(tx, 'rowid', seqs)}`.execute(tx)
}

/** Returns a subquery of the matching highlights: `seq` and `page_id`. */
export function selectMatchingHighlights(queries: Queries, query: TextQuery): RawBuilder<unknown> {
  const matching = isPostgres(queries)
    ? sql`terms @@ ${tsQuery(query)}::tsquery`
    : sql`seq in (select rowid from highlight_terms where highlight_terms match ${ftsQuery(query)})`
  return sql`select seq, page_id from highlights where ${matching}`
}

/** Returns the numbers of the rows of a group, separated by commas. */
export function joinSeqs(queries: Queries, seq: string): RawBuilder<string> {
  const column = sql.ref(seq)
  return isPostgres(queries)
    ? sql<string>`string_agg(${column}::text, ',')`
    : sql<string>`group_concat(${column})`
}

/** Parses what `joinSeqs` returns. */
export const parseSeqs = (joined: string): number[] => joined.split(',').map(Number)
