import { expect, test } from 'vitest'
import { countEdits, listNearestWords } from './spelling.ts'

test.each([
  ['turf', 'turf', 0],
  ['turv', 'turf', 1],
  ['truf', 'turf', 1],
  ['tur', 'turf', 1],
  ['turff', 'turf', 1],
  ['iclenad', 'iceland', 2],
  ['turf', 'roof', 3],
  ['a', 'abcdef', 3],
  ['', 'ab', 2],
])('counts the edits from %s to %s', (from, to, edits) => {
  expect(countEdits(from, to, 2)).toBe(edits)
  expect(countEdits(to, from, 2)).toBe(edits)
})

test('the nearest words come first, and short words allow one edit', () => {
  const words = ['turf', 'turk', 'tariff', 'iceland', 'icelandic', 'inland']
  expect(listNearestWords('turv', words, 2)).toEqual(['turf', 'turk'])
  expect(listNearestWords('icelnad', words, 2)).toEqual(['iceland'])
  expect(listNearestWords('trfu', words, 2)).toEqual([])
  expect(listNearestWords('turf', words, 2)).toEqual(['turk'])
})
