import { toTiers } from '@nestmark/core/searchQuery/tiers'
import { type RawBuilder, sql } from 'kysely'
import { joinInOrder } from '../../db/dialect.ts'
import { isWithinPrefix, selectMatchingSeqs } from '../../db/searchText/fullText.ts'
import type { TextQuery } from '../../db/searchText/textQuery.ts'
import { applyFilters, isOwnLive, type SearchScope } from '../searchQuery/found.ts'
import type { LinkSearch } from '../searchQuery/query.ts'
import { byIndexAlone, rankedText, unknown } from './store.ts'

/**
 * Returns the best results by rank, on SQLite: `[seq, score]`, up to the requested number; fewer are all. Each tier returns
 * its newest matches and stops there, so a word of all links costs no more than a rare one. No more tiers are queried than
 * needed, and the last one, which has all matches, where the first does not fill the page. The result is exact, because each
 * tier includes the ones before it.
 * @param wanted the number of results, from the first; at most that of a total
 */
export async function listByTiers(
  scope: SearchScope,
  searches: readonly LinkSearch[],
  wanted: number,
): Promise<(readonly [seq: number, score: number])[]> {
  const parts = searches.map(search => ({ search, tiers: toTiers(rankedText(search)) }))
  // Parts differ in the owners only, and their tiers in the words of these.
  const ranks = [...new Set(parts.flatMap(({ tiers }) => tiers.map(tier => tier.rank)))].sort((a, b) => b - a)
  const readTier = async (rank: number | undefined) => {
    const found = await Promise.all(
      parts.map(({ search, tiers }) => {
        const tier = tiers.find(each => each.rank === rank)
        return tier ? readNewest(scope, search, tier.plan, wanted) : []
      }),
    )
    return [...new Set(found.flat())].sort((a, b) => b - a)
  }
  const best = new Map<number, number>()
  const add = (found: readonly number[], rank: number) => {
    for (const seq of found) if (!best.has(seq)) best.set(seq, rank)
  }
  const [first = 0, ...lower] = ranks
  add(await readTier(first), first)
  if (best.size < wanted) {
    const last = lower.at(-1)
    // Before those between, because it tells how many there are.
    const all = await readTier(last)
    for (const rank of lower) {
      if (best.size >= Math.min(wanted, all.length)) break
      add(rank === last ? all : await readTier(rank), rank)
    }
  }
  return [...best].slice(0, wanted)
}

/** Returns the links with these keys and scores, as a subquery of a page. */
export function rankedRows(best: readonly (readonly [seq: number, score: number])[]): RawBuilder<unknown> {
  return sql`select value ->> 0 as seq, value ->> 1 as score, ${unknown} as total from json_each(${JSON.stringify(best)})`
}

/** Returns the keys of the newest links in one tier of a search, the newest first. */
async function readNewest(
  scope: SearchScope,
  search: LinkSearch,
  text: TextQuery,
  most: number,
): Promise<number[]> {
  const newest = await readNewestOfPrefix(scope, search, text, most)
  if (newest) return newest
  const found = selectMatchingSeqs(scope.db, text)
  const from = byIndexAlone(search) ? sql`(${found}) m` : applyFilters(scope, search, found)
  const { rows } = await sql<{
    seq: number
  }>`select m.seq from ${from} order by m.seq desc limit ${most}`.execute(scope.db)
  return rows.map(row => row.seq)
}

/** The most results whose rows are read: the index alone has those of later pages sooner. */
const mostByRows = 500

/**
 * Returns the same by the words alone, which begin with the prefix of the owner, and by the owner in each row: the index
 * would read a part of the list of all links of the owner for each word. Null for late pages, shared links, a filter, a
 * category and terms without the prefix, and when trashed links, or those of another owner with the prefix, take the place of
 * what is wanted.
 */
async function readNewestOfPrefix(
  scope: SearchScope,
  search: LinkSearch,
  text: TextQuery,
  most: number,
): Promise<number[] | null> {
  const { within, filters, allLive } = search
  if (within !== 'own' || filters.conditions.length > 0 || most > mostByRows || !isWithinPrefix(text))
    return null
  const isFound = allLive ? sql`x.owner_id = ${scope.personId}` : isOwnLive(scope, search)
  const limit = allLive ? most : 2 * most
  const { rows } = await sql<{ seq: number; isFound: number }>`
    select m.seq, ${isFound} as "isFound" from (
      ${selectMatchingSeqs(scope.db, { ...text, byPrefix: true })} order by rowid desc limit ${limit}
    ) m ${joinInOrder(scope.db)} links x on x.seq = m.seq order by m.seq desc`.execute(scope.db)
  const found = rows.filter(row => row.isFound === 1)
  return rows.length < limit || found.length >= most ? found.slice(0, most).map(row => row.seq) : null
}
