import { expect, test } from 'vitest'
import { createRecentPages } from './scrape.ts'

const page = (length: number) => ({
  url: 'https://a.example/',
  status: 200,
  contentType: 'text/html',
  body: Buffer.alloc(length),
})

test('returns a page once', () => {
  const pages = createRecentPages()
  const first = page(10)
  pages.add('a', first)
  expect(pages.take('a')).toBe(first)
  expect(pages.take('a')).toBeUndefined()
})

test('evicts old pages for new ones, and lets them expire', () => {
  let now = 0
  const pages = createRecentPages({ bytes: 100, ms: 1000 }, () => now)
  for (const key of ['a', 'b', 'c']) pages.add(key, page(40))
  pages.add('large', page(101))
  expect(['a', 'b', 'large'].map(key => pages.take(key) !== undefined)).toEqual([false, true, false])
  now = 1001
  expect(pages.take('c')).toBeUndefined()
})
