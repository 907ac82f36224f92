import { limits } from '@nestmark/core/limits'
import { findExcerpt } from '@nestmark/core/words/highlightMatches'
import type { LinkHits } from '@nestmark/core/searchIndex/linkHits'
import { parseSearch } from '@nestmark/core/searchQuery/query'
import { useEffect, useMemo, useState } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'
import type { LinkResult } from '../results/linkResult.ts'
import { findIndexed } from './encryptedIndex.ts'
import { findPlace, mergeFirst, type ResultOrder, type SortKey } from './mergeResults.ts'
import type { TypedSearch } from './toLinkQuery.ts'

/** Returns the order of the results of a search: without words there is no rank. */
export function toResultOrder({ input, order }: TypedSearch): ResultOrder {
  return order ?? (parseSearch(input).terms.length > 0 ? 'rank' : 1)
}

/** The hits of a search in its order, with their links as rows of a list. */
export interface HitRows {
  keys: readonly SortKey[]
  /** Returns undefined for a link that has left the index. */
  at(index: number): LinkResult | undefined
}

/** Returns hits as rows, with excerpts of the matches that titles do not show. */
export function useHitRows(found: LinkHits, input: string): HitRows {
  return useMemo(() => {
    const words = parseSearch(input).text
    const rows = new Map<string, { link: object; row: LinkResult }>()
    return {
      keys: found.ids.map((_, at) => ({
        rank: found.ranks[at] ?? 0,
        create_date: found.dates[at] ?? 0,
        text: found.keys[at],
      })),
      at(index) {
        const id = found.ids[index] ?? ''
        const link = findIndexed(id)
        if (!link) return undefined
        const known = rows.get(id)
        if (known?.link === link) return known.row
        const excerpt = words === '' ? null : findExcerpt(link, words)
        const row = { ...link, rank: found.ranks[index] ?? 0, ...(excerpt && { excerpt }) }
        rows.set(id, { link, row })
        return row
      },
    }
  }, [found, input])
}

/** Returns the first results of the server merged with hits. */
export function mergeWithHits(
  results: readonly LinkResult[],
  hits: HitRows,
  order: ResultOrder,
): LinkResult[] {
  const rows = hits.keys.slice(0, limits.pageSize).flatMap((_, at) => hits.at(at) ?? [])
  return mergeFirst(results, rows, order)
}

/**
 * Merges the pages of the server with hits. Only the rows of the server that are visible are read, and those that decide
 * which these are.
 * @param toKey returns what decides the place of a row
 */
export function useMergedPages(
  pages: Pages<LinkResult>,
  hits: HitRows,
  order: ResultOrder,
  toKey: (row: LinkResult) => SortKey = row => row,
): Pages<LinkResult> {
  const [visible, setVisible] = useState<readonly [number, number]>([0, 0])
  const { total } = pages
  const count = hits.keys.length
  const keyAt = (index: number) => {
    const row = pages.at(index)
    return row && toKey(row)
  }
  const rows = { total: total ?? 0, at: keyAt }
  const placeOf = (index: number) => findPlace(index, rows, hits.keys, order)
  // Each answer brings the rows that come into question nearer together, until the visible ones are known.
  useEffect(() => {
    if (count === 0 || !total) return
    const [first, last] = visible.map(index => placeOf(Math.min(index, total + count - 1)))
    const rowOf = (place: typeof first) =>
      place && ('row' in place ? place.row : 'unknown' in place ? place.unknown : undefined)
    const ends = [rowOf(first), rowOf(last)].filter(each => each !== undefined)
    const [from, to] = [Math.min(...ends), Math.max(...ends)]
    const isKnown = [first, last].every(place => place && !('unknown' in place))
    // While the places are unknown, the rows between two guesses may be far more than a screen.
    const range = isKnown || to - from < 2 * limits.pageSize ? [from, to] : [from, from]
    if (ends.length > 0) pages.show(range[0] ?? 0, range[1] ?? 0)
  })
  if (count === 0) return pages
  const at = (index: number) => {
    const place = placeOf(index)
    if ('row' in place) return pages.at(place.row)
    return 'hit' in place ? hits.at(place.hit) : undefined
  }
  return {
    ...pages,
    total: total === undefined ? undefined : total + count,
    at,
    show: (first, last) => setVisible(now => (now[0] === first && now[1] === last ? now : [first, last])),
    async range(first, last) {
      const from = Math.max(0, first - count)
      const results = total === 0 ? [] : await pages.range(from, Math.min(last, (total ?? 1) - 1))
      const found = hits.keys.flatMap((_, index) => hits.at(index) ?? [])
      return mergeFirst(results, found, order, toKey).slice(first - from, last + 1 - from)
    },
  }
}
