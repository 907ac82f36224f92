import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { jsonArrayOf, standsInside } from '../../db/dialect.ts'
import { bestLinks, matchingLinks, matchingSeqs, type TextQuery } from '../../db/fullText.ts'
import { byDate } from '../links/store.ts'
import type { LinkSearch } from './query.ts'

/** How many words of the library stand in for a part of a word. The commonest forms are among the shortest. */
const wordsPerPart = 60

/**
 * What a search must know of the library beforehand, in one statement: whether nothing is in the trash, and the words
 * that hold each of the parts somewhere behind their beginning (none for null).
 */
export async function surroundings(
  db: Queries,
  ownerId: string,
  parts: readonly (string | null)[],
): Promise<{ allLive: boolean; words: string[][] }> {
  const lists = parts.map((part, at) => {
    const holding = sql`select word from words where owner_id = ${ownerId} and ${standsInside(db, 'word', part ?? '')}
      order by length(word), word limit ${wordsPerPart}`
    return sql`, ${part === null ? sql`'[]'` : jsonArrayOf(db, 'word', holding)} as ${sql.ref(`w${at}`)}`
  })
  const { rows } = await sql<Record<string, string> & { hidden: number }>`
    select case when exists (select 1 from links where owner_id = ${ownerId} and trashed_at is not null)
      or exists (select 1 from collections where owner_id = ${ownerId} and trashed_at is not null) then 1 else 0 end as hidden
      ${lists.length > 0 ? sql.join(lists, sql``) : sql``}`.execute(db)
  const row = rows[0]!
  return { allLive: row.hidden === 0, words: parts.map((_, at) => JSON.parse(row[`w${at}`]!) as string[]) }
}

/** Where a search is made. */
export interface SearchPlace {
  db: Queries
  ownerId: string
}

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
 * Live links that meet the filters, out of what the index found or of the whole library. Trashed collections are few:
 * a list of them is asked, not the collection of each link.
 */
function narrowed(
  { ownerId }: SearchPlace,
  search: LinkSearch,
  found: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const source = search.text ? sql`(${found}) m join links x on x.seq = m.seq` : sql`links x`
  const conditions = [
    sql<boolean>`x.trashed_at is null`,
    ...(search.text || search.filters.own ? [] : [sql<boolean>`x.owner_id = ${ownerId}`]),
    ...(search.allLive
      ? []
      : [
          sql<boolean>`x.collection_id not in (select id from collections where owner_id = ${ownerId} and trashed_by is not null)`,
        ]),
    ...search.filters.conditions,
  ]
  return sql`${source} where ${sql.join(conditions, sql` and `)}`
}

/** How many live links a search finds. */
export async function countFound(place: SearchPlace, search: LinkSearch): Promise<number> {
  const seqs = search.text ? matchingSeqs(place.db, search.text) : sql``
  const found = byIndexAlone(search) ? sql`(${seqs}) r` : narrowed(place, search, seqs)
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${found}`.execute(place.db)
  return rows[0]!.n
}

/** How many live links of each category a search finds, categories without any left out. */
export async function countFoundByCategory(
  place: SearchPlace,
  search: LinkSearch,
): Promise<{ category: number; n: number }[]> {
  const seqs = search.text ? matchingSeqs(place.db, search.text) : sql``
  const { rows } = await sql<{ category: number; n: number }>`
    select x.category, count(*) as n from ${narrowed(place, search, seqs)} group by x.category`.execute(
    place.db,
  )
  return rows
}

/** True when the best come first: not when a date was asked for, nor when nothing makes one better than another. */
export function isRanked(search: LinkSearch, order: SearchCut['order']): boolean {
  return search.text !== null && search.ranked && order === undefined
}

/** A page of what a search finds, as a subquery of `seq`, and of `score` where it is ranked. */
export function pageFound(
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
  return sql`select x.seq from ${narrowed(place, search, seqs)} order by ${byDate(order ?? 1, 'x.')} ${cut}`
}
