import { parseSearch } from '@nestmark/core/searchQuery/query'
import { expect, test } from 'vitest'
import { describeFilters } from '@nestmark/texts/search/searchFilters'

test('SRCH-07 describes filters of a search after its counts', () => {
  const describe = (text: string) => describeFilters(parseSearch(text)).replace(/[\u2068\u2069]/g, '')
  expect(describe('turf')).toBe('')
  expect(describe('in:Research after:2025-02 turf')).toBe('in Research, saved since Feb 2025')
  expect(describe('tag:roof tag:#walls -tag:draft')).toBe('tagged #roof and #walls, not tagged #draft')
  expect(describe('type:video type:image -site:a.example before:2024')).toBe(
    'not from a.example, of type video or image, saved before 2024',
  )
  expect(describe('is:favourite after:2025-01-17')).toBe('in your favourites, saved since Jan 17, 2025')
})
