import { expect, test } from 'vitest'
import { readHighlightQuery, toHighlightsPath } from './highlightQuery.ts'

test.each([
  '/highlights',
  '/highlights?q=turf+%26+%22timber%22',
  '/highlights?q=example.org&type=1',
  '/highlights?style=3',
  '/highlights?style=4&comment=1',
  '/highlights?comment=1&order=2',
])('the address %s has its query', path => {
  const { search } = new URL(path, 'https://example.org')
  expect(toHighlightsPath(readHighlightQuery(search))).toBe(path)
})

test('ignores unknown values, and a search has no filter', () => {
  expect(readHighlightQuery('?style=5&type=3&comment=yes&order=1')).toEqual({
    input: '',
    type: 2,
    hasComment: false,
  })
  expect(readHighlightQuery('?q=+sod+&style=1&comment=1&order=2')).toEqual({
    input: 'sod',
    type: 2,
    hasComment: false,
  })
})
