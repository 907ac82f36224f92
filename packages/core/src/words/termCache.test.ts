import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toIndexTerms, filterPartWords, splitRuns } from './searchTerms.ts'
import { TermCache } from './termCache.ts'

const words = [
  'Crème',
  'brûlée',
  '東京の喫茶店',
  'ΟΔΟΣ',
  'Ὀδυσσεύς',
  'x™',
  'ﬁn',
  'İzmir',
  'كِتاب',
  'guide-42',
  '´',
  'a_b',
  'ก้าวไกล',
]
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.array(fc.constantFrom(...words, ' ', '\u0301', '\n', '9'.repeat(130))).map(parts => parts.join('')),
  fc.array(fc.constantFrom(...words)).map(parts => parts.join(' ')),
)

test('cached terms equal computed terms', () => {
  const cache = new TermCache()
  fc.assert(
    fc.property(text, each => void expect(cache.toIndexTerms(each)).toBe(toIndexTerms(each))),
    { numRuns: 3000 },
  )
})

test('ASCII text follows the same rules as other text', () => {
  const slow = (ascii: string) =>
    splitRuns(ascii)
      .map(run => run.text)
      .filter(term => term.length <= 120)
      .join(' ')
  fc.assert(fc.property(fc.string(), each => void expect(toIndexTerms(each)).toBe(slow(each))))
})

test('words of 4 to 40 characters with a letter are searchable by part, from 2 characters in other scripts than Latin', () => {
  expect(filterPartWords('abc abcd 1234 12a4 fooTM дом да д 東京 12ж4')).toEqual([
    'abcd',
    '12a4',
    'fooTM',
    'дом',
    'да',
    '12ж4',
  ])
  expect(filterPartWords(`${'a'.repeat(40)} ${'b'.repeat(41)}`)).toEqual(['a'.repeat(40)])
})
