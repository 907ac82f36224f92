import { categories, limits } from '@nestmark/core/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import {
  matchesText,
  matchingLinks,
  matchingSeqs,
  rankExpression,
  type TextQuery,
} from '../../db/fullText.ts'
import { isPostgres } from '../../db/dialect.ts'
import { narrowed, ownLinks, type SearchPlace } from '../searchQuery/found.ts'
import type { LinkSearch } from '../searchQuery/query.ts'
import { toTiers } from './tiers.ts'
import { slice } from '../../db/slice.ts'
import { byDate, type LinkList, type ListedLink, linkList } from '../links/store.ts'

/** A page of a search. */
export interface SearchCut {
  /** Newest or oldest first; without it the best first, and the newest where none is better. */
  order?: 1 | 2
  limit: number
  offset: number
}

/** The index alone knows the answer: nothing narrows it, and nothing of it is in the trash. */
const byIndexAlone = (search: LinkSearch): search is LinkSearch & { text: TextQuery } =>
  search.text !== null && search.filters.conditions.length === 0 && search.allLive

/**
 * How many live links a search finds. It does not count further than one more than `limits.searchTotal`.
 * @param many they are known to be a good part of the library: then all of it is looked through by its columns, where
 *   they say enough, which an index holds; a word that most links have is the dearer way
 */
export async function countFound(
  place: SearchPlace,
  searches: readonly LinkSearch[],
  many = false,
): Promise<number> {
  const counts = await Promise.all(searches.map(search => countIn(place, search, many)))
  return counts.reduce((all, n) => all + n, 0)
}

async function countIn(place: SearchPlace, search: LinkSearch, many = false): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from ${counted(place, search, many)} ${slice(limits.searchTotal + 1, 0)}) c`.execute(
    place.db,
  )
  return rows[0]!.n
}

function counted(place: SearchPlace, search: LinkSearch, many: boolean): RawBuilder<unknown> {
  // SQLite's indexes hold less than that; there the full text tells faster.
  if (many && search.byColumns && isPostgres(place.db))
    return sql`${ownLinks(place, search)} ${also(search.byColumns)}`
  const seqs = search.text ? matchingSeqs(place.db, search.text) : sql``
  return byIndexAlone(search) ? sql`(${seqs}) r` : narrowed(place, search, seqs)
}

const also = (conditions: readonly RawBuilder<boolean>[]) =>
  sql.join(
    conditions.map(each => sql`and ${each}`),
    sql` `,
  )

/** How many live links of each category one part of a search finds, image first; counted as far as by `countFound`. */
export async function countByCategoryIn(place: SearchPlace, search: LinkSearch): Promise<number[]> {
  const { text } = search
  // Categories are terms of the index: five counts there cost less than a look at each link that matches.
  if (text && byIndexAlone(search))
    return Promise.all(
      categories.map(({ code }) => countIn(place, { ...search, text: { ...text, category: code } })),
    )
  const seqs = text ? matchingSeqs(place.db, text) : sql``
  const { rows } = await sql<{ category: number; n: number }>`
    select x.category, count(*) as n from ${narrowed(place, search, seqs)} group by x.category`.execute(
    place.db,
  )
  const most = limits.searchTotal + 1
  return categories.map(({ code }) => Math.min(rows.find(row => row.category === code)?.n ?? 0, most))
}

/** True when the best come first: not when a date was asked for, nor when nothing makes one better than another. */
export function isRanked(search: LinkSearch, order: SearchCut['order']): boolean {
  return search.text !== null && search.ranked && order === undefined
}

/** The links of a page of a search; each says how many there are in all, where the page knows. */
export async function listFound(
  db: Queries,
  list: Omit<LinkList, 'beside'>,
): Promise<(ListedLink & { total: number | null })[]> {
  const { rows } = await linkList(db, { ...list, beside: sql`p.total` }).execute(db)
  return rows as (ListedLink & { total: number | null })[]
}

/** So many links are looked at one by one before an index is asked: a tenth of them fills a page. */
const atHand = 500

/**
 * A page of the newest or oldest that a search finds, as a subquery of `seq` and `total`, which is unknown: cut of
 * those at hand alone. Where that fills it, nothing else need be asked for it. Null where one match is better than another,
 * where rows do not say themselves whether they match, and where other people's are looked through too.
 */
export function pageAtHand(
  place: SearchPlace,
  searches: readonly LinkSearch[],
  { order, limit, offset }: SearchCut,
): RawBuilder<unknown> | null {
  const [own, shared] = searches
  if (!own || shared || isRanked(own, order)) return null
  const conditions = own.byColumns ?? byRow(place, own)
  if (!conditions) return null
  const by = byDate(order ?? 1, 'x.')
  return sql`select x.seq, ${unknown} as total from (select x.* from ${ownLinks(place, own)} order by ${by} limit ${atHand}) x
    where 1 = 1 ${also(conditions)} order by ${by} limit ${limit} offset ${offset}`
}

function byRow({ db }: SearchPlace, { text, filters }: LinkSearch): RawBuilder<boolean>[] | null {
  const matches = text && matchesText(db, text)
  return matches && [...filters.conditions, matches]
}

const unknown = sql.raw('cast(null as bigint)')

/**
 * A page of what a search finds, as a subquery of `seq`, of `score` where it is ranked, and of `total`: how many there are
 * in all, which comes along where all of them are at hand anyway; else it is null.
 */
export function pageFound(
  place: SearchPlace,
  searches: readonly LinkSearch[],
  cut: SearchCut,
): RawBuilder<unknown> {
  const { order, limit, offset } = cut
  const ranked = isRanked(searches[0]!, order)
  const by = ranked ? sql`score desc, seq desc` : byDate(order ?? 1)
  // PostgreSQL reads the row of each match, to rank it or for its date: once for the page and for the total.
  if (searches[0]!.text && isPostgres(place.db)) {
    // By rank, no more of them is looked at than is counted; who has more asks `pageOfNewest`.
    const most = ranked ? slice(limits.searchTotal + 1, 0) : sql``
    const all = searches.map(search => sql`(${allFound(place, search, ranked)} ${most})`)
    return sql`with m as materialized (${sql.join(all, sql` union all `)})
      select b.*, (select count(*) from m) as total from (select * from m order by ${by} limit ${limit} offset ${offset}) b`
  }
  const part = (search: LinkSearch, end: RawBuilder<unknown>) =>
    sql`select a.*, ${unknown} as total from (${allFound(place, search, ranked)}) a order by ${by} ${end}`
  if (searches.length === 1) return part(searches[0]!, sql`limit ${limit} offset ${offset}`)
  const best = searches.map(search => sql`select * from (${part(search, sql`limit ${limit + offset}`)}) b`)
  return sql`select * from (${sql.join(best, sql` union all `)}) c order by ${by} limit ${limit} offset ${offset}`
}

/**
 * The best of what a search finds, by rank, on SQLite: `[seq, score]`, as many as are wanted or as there are. Each tier gives its
 * newest and ends there, so a word that all links have costs no more than a rare one; and no further tier is asked than fills
 * the page. What it shows is exact, because each tier holds those before it.
 * @param wanted how many, from the first
 */
export async function listByTiers(
  place: SearchPlace,
  searches: readonly LinkSearch[],
  wanted: number,
): Promise<(readonly [seq: number, score: number])[]> {
  const best = new Map<number, number>()
  const tiers = searches.map(search => toTiers(search.text!))
  for (const at of tiers[0]!.keys()) {
    if (best.size >= wanted) break
    const found = await Promise.all(
      searches.map((search, n) => readNewest(place, search, tiers[n]![at]!, wanted)),
    )
    const added = [...new Set(found.flat())].filter(seq => !best.has(seq)).sort((a, b) => b - a)
    for (const seq of added) best.set(seq, tiers[0]!.length - at)
  }
  return [...best]
}

/** Links of these keys with their scores, as a subquery of a page. */
export function rankedRows(best: readonly (readonly [seq: number, score: number])[]): RawBuilder<unknown> {
  return sql`select value ->> 0 as seq, value ->> 1 as score, ${unknown} as total from json_each(${JSON.stringify(best)})`
}

/** Keys of the newest links that one tier of a search finds, the newest first. */
async function readNewest(
  place: SearchPlace,
  search: LinkSearch,
  text: TextQuery,
  most: number,
): Promise<number[]> {
  const found = matchingSeqs(place.db, text)
  const from = byIndexAlone(search) ? sql`(${found}) m` : narrowed(place, search, found)
  const { rows } = await sql<{
    seq: number
  }>`select m.seq from ${from} order by m.seq desc limit ${most}`.execute(place.db)
  return rows.map(row => row.seq)
}

/** Where more match than are ranked, on PostgreSQL: so many of the newest are. */
const newestRanked = 1000

/** A page by rank of the newest that match, for words that a great part of a library holds. */
export function pageOfNewest(
  place: SearchPlace,
  searches: readonly LinkSearch[],
  { limit, offset }: SearchCut,
): RawBuilder<unknown> {
  const newest = searches.map(search => {
    const text = search.text!
    const conditions = [...search.filters.conditions, matchesText(place.db, text)!]
    const from =
      search.within === 'own'
        ? sql`${ownLinks(place, search)} ${also(conditions)}`
        : narrowed(place, search, matchingSeqs(place.db, text))
    return sql`(select x.seq, ${rankExpression(text, sql`x.terms`)} as score from ${from}
      order by ${byDate(1, 'x.')} ${slice(newestRanked + offset, 0)})`
  })
  return sql`select m.*, ${unknown} as total from (${sql.join(newest, sql` union all `)}) m
    order by score desc, seq desc limit ${limit} offset ${offset}`
}

/** All that one part of a search finds: `seq`, and what pages are put in order by. */
function allFound(place: SearchPlace, search: LinkSearch, ranked: boolean): RawBuilder<unknown> {
  const { text } = search
  if (!ranked || !text)
    return sql`select x.seq, x.created_at from ${narrowed(place, search, text ? matchingSeqs(place.db, text) : sql``)}`
  if (byIndexAlone(search)) return matchingLinks(place.db, text, { plannedOnce: true })
  return sql`select m.seq, m.score from ${narrowed(place, search, matchingLinks(place.db, text))}`
}
