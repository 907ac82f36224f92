import { compareSortKeys } from '@nestmark/core/words/sortKeys'

/** What decides the place of a result among the others. */
export interface SortKey {
  /** 0 where the order is that of the dates. */
  rank?: number | undefined
  create_date: number
  /** Where the order is that of titles or hosts. */
  text?: string | undefined
}

/** The best first, the newest first (1), the oldest first (2), or by `text`: the last (1) or the first (2) of the alphabet first. */
export type ResultOrder = 'rank' | 1 | 2 | { text: 1 | 2 }

/**
 * Returns whether a hit comes before a result of the server. Of equally good ones the hits come first: the server orders its
 * own by the time when they were added, which an import makes another than their date.
 */
function comesBefore(hit: SortKey, result: SortKey, order: ResultOrder): boolean {
  if (order === 'rank') return (hit.rank ?? 0) >= (result.rank ?? 0)
  if (typeof order === 'object') {
    const difference = compareSortKeys(hit.text ?? '', result.text ?? '')
    return order.text === 2 ? difference <= 0 : difference >= 0
  }
  return order === 2 ? hit.create_date < result.create_date : hit.create_date > result.create_date
}

/** Returns the number of hits that come before a result. The hits are in the order of the search. */
export function countBefore(hits: readonly SortKey[], result: SortKey, order: ResultOrder): number {
  let [low, high] = [0, hits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const hit = hits[middle]
    if (hit && comesBefore(hit, result, order)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Merges the first results of the server with hits. Both are in the order of the search.
 * @param toKey returns what decides the place of a result or hit
 */
export function mergeFirst<Result extends SortKey>(
  results: readonly Result[],
  hits: readonly Result[],
  order: ResultOrder,
  toKey: (result: Result) => SortKey = result => result,
): Result[] {
  const keys = hits.map(toKey)
  const merged: Result[] = []
  let next = 0
  for (const result of results) {
    const before = Math.max(next, countBefore(keys, toKey(result), order))
    merged.push(...hits.slice(next, before), result)
    next = before
  }
  return [...merged, ...hits.slice(next)]
}

/** A list of the server of which only some rows are loaded. */
export interface LoadedRows {
  total: number
  /** Returns undefined for a row that is not loaded. */
  at(index: number): SortKey | undefined
}

/** Where an index of the merged list is: a row of the server, a hit, or unknown until a row of the server is loaded. */
export type Place = { row: number } | { hit: number } | { unknown: number }

/**
 * Finds what is at an index of the merged list. The rows of the server are in the order of the search, so the position of a
 * loaded row is its index plus the number of hits before it, whatever else is loaded. The search halves the rows that come
 * into question.
 */
export function findPlace(
  index: number,
  rows: LoadedRows,
  hits: readonly SortKey[],
  order: ResultOrder,
): Place {
  // The first row whose position is at least `index`.
  let low = Math.max(0, index - hits.length)
  let high = Math.min(rows.total, index)
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows.at(middle)
    if (!row) return { unknown: middle }
    if (middle + countBefore(hits, row, order) >= index) high = middle
    else low = middle + 1
  }
  if (low >= rows.total) return { hit: index - low }
  const row = rows.at(low)
  if (!row) return hits.length === 0 ? { row: low } : { unknown: low }
  return low + countBefore(hits, row, order) === index ? { row: low } : { hit: index - low }
}
