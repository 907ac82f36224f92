import { describe, expect, test } from 'vitest'
import type { LinkResult } from '../results/linkResult.ts'
import { countBefore, findPlace, mergeFirst, type ResultOrder, type SortKey } from './mergeResults.ts'
import { mergeWithHits, toResultOrder } from './useMergedPages.ts'

interface Row extends SortKey {
  id: string
}

/** Reads merged rows from `first` on: loads the requested rows of the server, page by page. */
function readRows(rows: Row[], hits: Row[], order: ResultOrder, first: number, count: number) {
  const loaded = new Set<number>()
  const pageOf = (index: number) => Math.floor(index / 5)
  const list = { total: rows.length, at: (at: number) => (loaded.has(pageOf(at)) ? rows[at] : undefined) }
  const found: string[] = []
  for (let index = first; index < Math.min(first + count, rows.length + hits.length); index++)
    for (;;) {
      const place = findPlace(index, list, hits, order)
      if ('unknown' in place) {
        expect(loaded.has(pageOf(place.unknown))).toBe(false)
        loaded.add(pageOf(place.unknown))
        continue
      }
      found.push('hit' in place ? hits[place.hit]!.id : rows[place.row]!.id)
      break
    }
  return { found, pages: loaded.size }
}

const byRank = (a: Row, b: Row) => b.rank! - a.rank! || b.create_date - a.create_date

/** Rows of a server and hits, in the order of a search. */
function makeLists(size: number, of: number) {
  const row = (id: string, at: number): Row => ({ id, rank: (at * 7) % 6, create_date: (at * 13) % 101 })
  const rows = Array.from({ length: size }, (_, at) => row(`s${at}`, at))
  const hits = Array.from({ length: of }, (_, at) => row(`h${at}`, at * 3 + 1))
  return { rows, hits }
}

describe('SRCH-07 results of the server merged with hits', () => {
  test.each([
    [0, 40],
    [40, 0],
    [37, 23],
    [400, 3],
    [3, 400],
  ])('%i results and %i hits: every window shows the rows of the whole list', (size, of) => {
    for (const order of ['rank', 1, 2] as const) {
      const compare =
        order === 'rank'
          ? byRank
          : (a: Row, b: Row) => (order === 1 ? -1 : 1) * (a.create_date - b.create_date)
      const { rows, hits } = makeLists(size, of)
      rows.sort(compare)
      hits.sort(compare)
      const whole = mergeFirst(rows, hits, order).map(each => each.id)
      expect(new Set(whole).size).toBe(size + of)
      expect(readRows(rows, hits, order, 0, size + of).found).toEqual(whole)
      for (const first of [0, 7, Math.floor((size + of) / 2), size + of - 4])
        expect(readRows(rows, hits, order, first, 4).found).toEqual(whole.slice(first, first + 4))
    }
  })

  test('a jump into a long list loads few pages', () => {
    const { rows, hits } = makeLists(10_000, 2000)
    rows.sort(byRank)
    hits.sort(byRank)
    expect(readRows(rows, hits, 'rank', 6000, 10).pages).toBeLessThan(20)
  })

  test('of equal rank hits come first, whatever order an import gave the others; equal dates leave the server first', () => {
    const hits = [{ rank: 3, create_date: 5 }]
    expect(countBefore(hits, { rank: 3, create_date: 9 }, 'rank')).toBe(1)
    expect(countBefore(hits, { rank: 4, create_date: 1 }, 'rank')).toBe(0)
    expect(countBefore(hits, { create_date: 5 }, 1)).toBe(0)
    expect(countBefore(hits, { create_date: 4 }, 1)).toBe(1)
  })

  test('LINK-11 a list by title or host has hits among the others, equal ones first, in both directions', () => {
    const row = (id: string, text: string) => ({ id, text, create_date: 1 })
    const results = ['b', 'd', 'f'].map(text => row(`server ${text}`, text))
    const hits = ['a', 'd', 'g'].map(text => row(`hit ${text}`, text))
    const ids = (order: 1 | 2, toList = (list: typeof hits) => list) =>
      mergeFirst(toList(results), toList(hits), { text: order }).map(({ id }) => id)
    expect(ids(2)).toEqual(['hit a', 'server b', 'hit d', 'server d', 'server f', 'hit g'])
    expect(ids(1, list => list.toReversed())).toEqual([
      'hit g',
      'server f',
      'hit d',
      'server d',
      'server b',
      'hit a',
    ])
  })

  test('orders a search with words by rank, one without by date, and keeps a chosen order', () => {
    expect(toResultOrder({ input: 'turf', type: 'everything' })).toBe('rank')
    expect(toResultOrder({ input: 'in:papers', type: 'everything' })).toBe(1)
    expect(toResultOrder({ input: 'turf', type: 'everything', order: 2 })).toBe(2)
  })

  test('the first results leave out a hit that has left the index', () => {
    const toRow = (id: string, rank: number) => ({ _id: id, rank, create_date: 1 }) as LinkResult
    const rows = [toRow('hit', 5), undefined, toRow('last', 1)]
    const hits = { keys: [5, 4, 1].map(rank => ({ rank, create_date: 1 })), at: (at: number) => rows[at] }
    const merged = mergeWithHits([toRow('server', 3)], hits, 'rank')
    expect(merged.map(({ _id }) => _id)).toEqual(['hit', 'server', 'last'])
  })
})
