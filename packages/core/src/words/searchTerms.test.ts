import { expect, test } from 'vitest'
import { highlightMatches } from './highlightMatches.ts'
import { parseQueryTerms, splitRuns, toIndexTerms } from './searchTerms.ts'

test('SRCH-07 emoji in any presentation are terms, and other signs are not', () => {
  const terms = (text: string) => splitRuns(text).map(run => run.text)
  expect(terms('☕️')).toEqual(terms('☕'))
  expect(terms('🏠')).toHaveLength(1)
  expect(terms('🏠x')).toEqual([...terms('🏠'), 'x'])
  expect(terms('👍🏽')).toEqual(terms('👍'))
  expect(terms('Foo® #1 C++ ☃')).toEqual(['foo', '1', 'c', ...terms('☃')])
  expect(toIndexTerms('My 🏠')).toBe(`my ${terms('🏠').join()}`)
  expect(parseQueryTerms('🏠')).toEqual([{ terms: terms('🏠'), prefix: false }])
})

test('SRCH-07 highlights a found emoji', () => {
  expect(highlightMatches('My 🏠 house ☕️ now', '🏠 ☕')).toEqual(['My ', '🏠', ' house ', '☕️', ' now'])
})
