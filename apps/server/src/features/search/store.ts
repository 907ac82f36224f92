import { categories } from '@nestmark/core/limits'
import { type RawBuilder, sql } from 'kysely'
import { bestLinks, matchingLinks, matchingSeqs, type TextQuery } from '../../db/fullText.ts'
import { narrowed, type SearchPlace } from '../finding/found.ts'
import type { LinkSearch } from '../finding/query.ts'
import { byDate } from '../links/store.ts'

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

/** How many live links a search finds. */
export async function countFound(place: SearchPlace, searches: readonly LinkSearch[]): Promise<number> {
  const counts = await Promise.all(searches.map(search => countIn(place, search)))
  return counts.reduce((all, n) => all + n, 0)
}

async function countIn(place: SearchPlace, search: LinkSearch): Promise<number> {
  const seqs = search.text ? matchingSeqs(place.db, search.text) : sql``
  const found = byIndexAlone(search) ? sql`(${seqs}) r` : narrowed(place, search, seqs)
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${found}`.execute(place.db)
  return rows[0]!.n
}

/** How many live links of each category one part of a search finds, image first. */
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
  return categories.map(({ code }) => rows.find(row => row.category === code)?.n ?? 0)
}

/** True when the best come first: not when a date was asked for, nor when nothing makes one better than another. */
export function isRanked(search: LinkSearch, order: SearchCut['order']): boolean {
  return search.text !== null && search.ranked && order === undefined
}

/** A page of what a search finds, as a subquery of `seq`, and of `score` where it is ranked. */
export function pageFound(
  place: SearchPlace,
  searches: readonly LinkSearch[],
  cut: SearchCut,
): RawBuilder<unknown> {
  const [own, shared] = searches
  if (!shared) return pageIn(place, own!, cut)
  const { order, limit, offset } = cut
  const best = { order, limit: limit + offset, offset: 0 }
  const ranked = isRanked(own!, order)
  return sql`select seq, ${ranked ? sql`score` : sql`created_at`} from (
      select * from (${pageIn(place, own!, best)}) o union all select * from (${pageIn(place, shared, best)}) s
    ) b order by ${ranked ? sql`score desc, seq desc` : byDate(order ?? 1)} limit ${limit} offset ${offset}`
}

function pageIn(
  place: SearchPlace,
  search: LinkSearch,
  { order, limit, offset }: SearchCut,
): RawBuilder<unknown> {
  const cut = sql`limit ${limit} offset ${offset}`
  if (search.text && isRanked(search, order)) {
    if (byIndexAlone(search))
      return sql`select seq, score from (${bestLinks(place.db, search.text, limit + offset)}) b order by score desc, seq desc ${cut}`
    const found = matchingLinks(place.db, search.text)
    return sql`select m.seq, m.score from ${narrowed(place, search, found)} order by m.score desc, m.seq desc ${cut}`
  }
  const seqs = search.text ? matchingSeqs(place.db, search.text) : sql``
  return sql`select x.seq, x.created_at from ${narrowed(place, search, seqs)} order by ${byDate(order ?? 1, 'x.')} ${cut}`
}
