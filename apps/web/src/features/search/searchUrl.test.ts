import { expect, test } from 'vitest'
import { readSearch, toSearchPath, listSearchTypes } from './searchUrl.ts'

test('SRCH-01 a search round-trips through its URL with any characters', () => {
  const search = { q: 'a & b?#ü 東京', type: 'tag', category: 2, order: 1 } as const
  const path = toSearchPath(search)
  expect(path.startsWith('/search/?q=')).toBe(true)
  expect(readSearch(path.slice('/search/'.length))).toEqual(search)
  expect(readSearch('?q=x&type=toString&category=9')).toEqual({
    q: 'x',
    type: 'everything',
    category: undefined,
    order: undefined,
  })
  expect(readSearch('?q=x&type=linkUrl&category=3')).toMatchObject({ type: 'linkUrl', category: 3 })
})

test('SRCH-02 every plan has the search type for everything, and the other types depend on the plan', () => {
  expect(listSearchTypes({ plan: 1 } as never)).toEqual(['everything', 'link', 'collection', 'tag'])
  expect(listSearchTypes({ plan: 2 } as never)).toEqual([
    'everything',
    'linkTitle',
    'linkUrl',
    'collectionName',
    'tag',
  ])
})
