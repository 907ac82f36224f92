import { assertDefined } from '@nestmark/core/assertDefined'
import { categories, limits } from '@nestmark/core/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import {
  hasCoveringIndexes,
  matchesText,
  selectMatches,
  selectMatchingSeqs,
  rankExpression,
  readsAllMatches,
} from '../../db/searchText/fullText.ts'
import type { TextQuery } from '../../db/searchText/textQuery.ts'
import { selectPageText } from '../../db/searchText/pageText.ts'
import { countRows } from '../../db/statements/readRow.ts'
import { applyFilters, ownLinks, type SearchScope, selectByText } from '../searchQuery/found.ts'
import type { LinkSearch } from '../searchQuery/query.ts'
import { limitClause } from '../../db/statements/limitClause.ts'
import { byDate, type ListedLink, linkList } from '../links/store.ts'

/** A page of a search. */
export interface SearchRange {
  /** Newest (1) or oldest (2) first; when absent, the best first, and equal ones by date, the newest first. */
  order?: 1 | 2
  limit: number
  offset: number
}

/** Returns true when the index alone has the answer: no filter applies, and no link is in the trash. */
export const byIndexAlone = (search: LinkSearch): search is LinkSearch & { text: TextQuery } =>
  search.text !== null && search.filters.conditions.length === 0 && search.allLive

/**
 * Returns how many live links a search finds, counted up to `most`.
 * @param many true when a large part of the library is known to match: then scans the library by indexed columns if
 * they decide the match; looking up a word of most links would cost more
 */
export async function countFound(
  scope: SearchScope,
  searches: readonly LinkSearch[],
  many = false,
  most: number = limits.searchTotal + 1,
): Promise<number> {
  const counts = await Promise.all(searches.map(search => countIn(scope, search, many, most)))
  return counts.reduce((all, n) => all + n, 0)
}

async function countIn(
  scope: SearchScope,
  search: LinkSearch,
  many = false,
  most: number = limits.searchTotal + 1,
): Promise<number> {
  return countRows(scope.db, sql`select 1 from ${counted(scope, search, many)} ${limitClause(most, 0)}`)
}

function counted(scope: SearchScope, search: LinkSearch, many: boolean): RawBuilder<unknown> {
  if (many && search.byColumns && hasCoveringIndexes(scope.db))
    return sql`${ownLinks(scope, search)} ${andAll(search.byColumns)}`
  const seqs = search.text ? selectByText(scope.db, search, search.text) : sql``
  return byIndexAlone(search) ? sql`(${seqs}) r` : applyFilters(scope, search, seqs)
}

const andAll = (conditions: readonly RawBuilder<boolean>[]) =>
  sql.join(
    conditions.map(each => sql`and ${each}`),
    sql` `,
  )

/** Returns how many live links of each category one part of a search finds, image first; limited like `countFound`. */
export async function countByCategoryIn(scope: SearchScope, search: LinkSearch): Promise<number[]> {
  const { text } = search
  // Categories are terms of the index: five counts there cost less than reading each matching link.
  if (text && !search.inPages && byIndexAlone(search))
    return Promise.all(
      categories.map(({ code }) =>
        text.category === undefined || text.category === code
          ? countIn(scope, { ...search, text: { ...text, category: code } })
          : 0,
      ),
    )
  const seqs = text ? selectByText(scope.db, search, text) : sql``
  const { rows } = await sql<{ category: number; n: number }>`
    select x.category, count(*) as n from ${applyFilters(scope, search, seqs)} group by x.category`.execute(
    scope.db,
  )
  const most = limits.searchTotal + 1
  return categories.map(({ code }) => Math.min(rows.find(row => row.category === code)?.n ?? 0, most))
}

/** Returns true when results are ordered by rank: not when a date order was requested, nor without search words. */
export function isRanked([own]: readonly LinkSearch[], order: SearchRange['order']): boolean {
  return own !== undefined && own.text !== null && own.ranked && order === undefined
}

/** Returns the words of a ranked search: without any, there is no rank. */
export const rankedText = (search: LinkSearch): TextQuery => assertDefined(search.text, 'text')

/** A subquery of the links on one page of a search, with their total if the query has it. */
export type PageOfSearch = RawBuilder<unknown>

/**
 * A link of a page, with the total if the page query has it, in a ranked search with its rank, and in a search in pages
 * with the text of its page, compressed.
 */
export type FoundLink = ListedLink & { total: number | null; score?: number; page_text?: Uint8Array | null }

/**
 * Returns the links of a page of a search, by rank or by date; each row has the total, if the page query has it.
 * @param inPages true to return the texts of the pages too, without another statement
 */
export async function listFound(
  db: Queries,
  personId: string,
  seqs: PageOfSearch,
  order: 'rank' | 1 | 2,
  inPages = false,
): Promise<FoundLink[]> {
  const isRanked = order === 'rank'
  const orderBy = isRanked ? sql`p.score desc, l.seq desc` : byDate(order, 'l.')
  const beside = sql`p.total${isRanked ? sql`, p.score` : sql``}${inPages ? sql`, ${selectPageText(sql`l.seq`)} as page_text` : sql``}`
  const { rows } = await linkList(db, { personId, seqs, orderBy, beside }).execute(db)
  return rows as FoundLink[]
}

/** The number of links that are scanned before an index is used: a tenth of them fills a page. */
const scannedLinks = 500

/**
 * Returns a page of the newest or oldest matches, as a subquery of `seq` and `total` (unknown), from the first rows
 * of a scan only. If these fill the page, no other query is needed. Null when results are ranked, when the columns do
 * not decide the match, and when shared links are searched too.
 */
export function pageFromScan(
  scope: SearchScope,
  searches: readonly LinkSearch[],
  { order, limit, offset }: SearchRange,
): RawBuilder<unknown> | null {
  const [own, shared] = searches
  if (!own || shared || isRanked(searches, order)) return null
  const conditions = own.byColumns ?? byRow(scope, own)
  if (!conditions) return null
  const by = byDate(order ?? 1, 'x.')
  return sql`select x.seq, ${unknown} as total from (select x.* from ${ownLinks(scope, own)} order by ${by} limit ${scannedLinks}) x
    where 1 = 1 ${andAll(conditions)} order by ${by} limit ${limit} offset ${offset}`
}

function byRow({ db }: SearchScope, { text, filters, inPages }: LinkSearch): RawBuilder<boolean>[] | null {
  const matches = text && !inPages && matchesText(db, text)
  return matches ? [...filters.conditions, matches] : null
}

export const unknown = sql.raw('cast(null as bigint)')

/**
 * Returns a page of the results, as a subquery of `seq`, of `score` when ranked, and of `total`: the number of
 * results when the query reads all of them anyway, else null.
 */
export function pageFound(
  scope: SearchScope,
  searches: readonly LinkSearch[],
  range: SearchRange,
): RawBuilder<unknown> {
  const { order, limit, offset } = range
  const [own, shared] = searches
  const ranked = isRanked(searches, order)
  const by = ranked ? sql`score desc, seq desc` : byDate(order ?? 1)
  // PostgreSQL reads the row of each match, for its rank or date: this query reads it once for both page and total.
  if (own?.text && readsAllMatches(scope.db)) {
    // A ranked query reads no more rows than are counted; beyond that use `pageOfNewest`.
    const most = ranked ? limitClause(limits.searchTotal + 1, 0) : sql``
    const all = searches.map(search => sql`(${allFound(scope, search, ranked)} ${most})`)
    return sql`with m as materialized (${sql.join(all, sql` union all `)})
      select b.*, (select count(*) from m) as total from (select * from m order by ${by} limit ${limit} offset ${offset}) b`
  }
  const part = (search: LinkSearch, end: RawBuilder<unknown>) =>
    sql`select a.*, ${unknown} as total from (${allFound(scope, search, ranked)}) a order by ${by} ${end}`
  if (own && !shared) return part(own, sql`limit ${limit} offset ${offset}`)
  const best = searches.map(search => sql`select * from (${part(search, sql`limit ${limit + offset}`)}) b`)
  return sql`select * from (${sql.join(best, sql` union all `)}) c order by ${by} limit ${limit} offset ${offset}`
}

/** When more links match than are ranked, on PostgreSQL: the number of newest ones that are. */
const newestRanked = 1000

/** Returns a page by rank of the newest matches, for words that a large part of a library has. */
export function pageOfNewest(
  scope: SearchScope,
  searches: readonly LinkSearch[],
  { limit, offset }: SearchRange,
): RawBuilder<unknown> {
  const newest = searches.map(search => {
    const text = rankedText(search)
    const conditions = [...search.filters.conditions, assertDefined(matchesText(scope.db, text))]
    const from =
      search.within === 'own'
        ? sql`${ownLinks(scope, search)} ${andAll(conditions)}`
        : applyFilters(scope, search, selectMatchingSeqs(scope.db, text))
    return sql`(select x.seq, ${rankExpression(text, sql`x.terms`)} as score from ${from}
      order by ${byDate(1, 'x.')} ${limitClause(newestRanked + offset, 0)})`
  })
  return sql`select m.*, ${unknown} as total from (${sql.join(newest, sql` union all `)}) m
    order by score desc, seq desc limit ${limit} offset ${offset}`
}

/** Returns everything that one part of a search finds: `seq`, and the sort columns. */
function allFound(scope: SearchScope, search: LinkSearch, ranked: boolean): RawBuilder<unknown> {
  const { text } = search
  if (!ranked || !text)
    return sql`select x.seq, x.created_at from ${applyFilters(scope, search, text ? selectByText(scope.db, search, text) : sql``)}`
  if (byIndexAlone(search)) return selectMatches(text, { usesGenericPlan: true })
  return sql`select m.seq, m.score from ${applyFilters(scope, search, selectMatches(text))}`
}

/** The maximum number of words that a misspelt one is compared with. */
const maxCompared = 20_000

/** Returns the words of a library that begin with the same character as a word and differ by at most two in length. */
export async function listWordsLike(db: Queries, ownerId: string, word: string): Promise<string[]> {
  const [first = ''] = word
  const { rows } = await sql<{ word: string }>`
    select word from words where owner_id = ${ownerId} and word >= ${first} and word < ${first + String.fromCodePoint(0x10ffff)}
      and (length(word) between ${word.length - 2} and ${word.length + 2} or (word >= ${word} and word < ${word + String.fromCodePoint(0x10ffff)}))
    limit ${maxCompared}`.execute(db)
  return rows.map(row => row.word)
}
