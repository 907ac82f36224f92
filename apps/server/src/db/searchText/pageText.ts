import { type RawBuilder, sql } from 'kysely'
import { bulkRows } from '../statements/bulkRows.ts'
import type { Queries, Tx } from '../db.ts'
import { inList, isPostgres } from '../dialect.ts'
import { setVectors, toTsQuery } from './fullText.ts'
import { ftsQuery } from './ftsQuery.ts'
import { ownerTerm } from './ownerTerms.ts'
import type { TextQuery } from './textQuery.ts'
import { toVector } from './tsQuery.ts'

/**
 * The full-text index of the text of pages, separate from that of links (`fullText.ts`). It has the owner as a term,
 * and one column.
 */
export interface PageTerms {
  seq: number
  ownerId: string
  /** By `core/searchTerms`. */
  terms: string
}

/** Indexes the texts of pages that are in `page_texts`, or replaces their entries. */
export async function indexPages(tx: Tx, pages: readonly PageTerms[]): Promise<void> {
  if (pages.length === 0) return
  if (isPostgres(tx)) {
    const rows = pages.map(page => [page.seq, toVector([[page.terms, '']], '', [ownerTerm(page.ownerId)])])
    return setVectors(tx, sql`page_texts`, sql`link_seq`, rows)
  }
  const rows = pages.map(page => [page.seq, ownerTerm(page.ownerId), page.terms])
  await sql`insert or replace into page_terms (rowid, owner, text)
    ${bulkRows(tx, ['int', 'text', 'text'], rows)}`.execute(tx)
}

/** Removes the texts of pages with their entries. */
export async function deletePageTexts(tx: Tx, seqs: readonly number[]): Promise<void> {
  // On SQLite a trigger removes the entries.
  if (seqs.length > 0) await sql`delete from page_texts where ${inList(tx, 'link_seq', seqs)}`.execute(tx)
}

/** Returns a subquery of the links whose pages match the words, as `seq`. */
export function selectMatchingPages(
  queries: Queries,
  query: Pick<TextQuery, 'ownerIds' | 'all' | 'none'>,
): RawBuilder<unknown> {
  if (isPostgres(queries)) {
    const all = query.all.map(each => ({ ...each, fields: undefined }))
    // Planning the statements around it takes longer than finding a few pages.
    const text = toTsQuery({ ...query, fields: [], all }, true, [''])
    return sql`select link_seq as seq from page_texts where terms @@ ${text}`
  }
  return sql`select rowid as seq from page_terms where page_terms match ${ftsQuery({ ...query, fields: [] }, [''], 'text')}`
}

/** Returns a subquery of the stored text of a link's page, compressed; null without one. */
export const selectPageText = (seq: RawBuilder<unknown>): RawBuilder<Uint8Array | null> =>
  sql<Uint8Array | null>`(select text from page_texts where link_seq = ${seq})`
