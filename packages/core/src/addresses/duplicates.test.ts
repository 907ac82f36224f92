import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupDuplicates } from './duplicates.ts'
import { compareKey } from './url.ts'

const toCompared = (address: string, more: { title?: string; canonical?: string } = {}) => ({
  address,
  compareKey: compareKey(address),
  canonicalKey: more.canonical === undefined ? '' : compareKey(more.canonical),
  title: more.title ?? address,
})

test('FIND-02 groups links at each level, in their order', () => {
  const links = [
    toCompared('https://a.example/x?utm_source=letter', { title: 'X' }),
    toCompared('http://www.a.example/x/#top'),
    toCompared('https://a.example/x'),
    toCompared('https://a.example/y', { canonical: 'https://a.example/x' }),
    toCompared('https://a.example/z', { title: 'x' }),
    toCompared('https://b.example/z', { title: 'X' }),
    toCompared('https://a.example/x'),
  ]
  expect(groupDuplicates(links)).toEqual([
    [[2, 6]],
    [[1, 2, 6]],
    [[0, 1, 2, 6]],
    [[0, 1, 2, 3, 6]],
    [[0, 1, 2, 3, 4, 6]],
  ])
})

test('FIND-02 two pages with the same canonical address join all links of both', () => {
  const links = ['one', 'two', 'one', 'two'].map((path, at) =>
    toCompared(`https://a.example/${path}`, at < 2 ? { canonical: 'https://a.example/page' } : {}),
  )
  expect(groupDuplicates(links).slice(2, 4)).toEqual([
    [
      [0, 2],
      [1, 3],
    ],
    [[0, 1, 2, 3]],
  ])
})

test('FIND-02 a level includes the groups of the level before, and no link is in two groups', () => {
  const parts = fc.record({
    scheme: fc.constantFrom('http://', 'https://www.'),
    path: fc.constantFrom('a', 'b', 'c/'),
    query: fc.constantFrom('', '?utm_source=x', '?q=1'),
    title: fc.constantFrom('one', 'two', 'three'),
    canonical: fc.constantFrom(undefined, 'https://s.example/a', 'https://s.example/d'),
  })
  const link = parts.map(({ scheme, path, query, title, canonical }) =>
    toCompared(`${scheme}s.example/${path}${query}`, { title, ...(canonical && { canonical }) }),
  )
  fc.assert(
    fc.property(fc.array(link, { maxLength: 30 }), links => {
      const levels = groupDuplicates(links)
      for (const groups of levels) expect(new Set(groups.flat()).size).toBe(groups.flat().length)
      levels.slice(1).forEach((groups, nth) => {
        for (const group of levels[nth]!)
          expect(groups.filter(each => group.every(at => each.includes(at)))).toHaveLength(1)
      })
    }),
  )
})
