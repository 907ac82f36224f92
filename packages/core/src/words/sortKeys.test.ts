import { expect, test } from 'vitest'
import { compareKey } from './compareKey.ts'
import { compareSortKeys, createSortKeys, toNameSortKey } from './sortKeys.ts'

const keys = (title: string, address: string) => createSortKeys(title, address && compareKey(address))

test('LINK-11 titles sort by their first letter, ignoring leading symbols, case and accents', () => {
  expect(keys('“Émile”', '').title_key).toBe('emile”')
  expect(keys('  ### Zoo', '').title_key).toBe('zoo')
  expect(keys('…', '').title_key).toBe('...')
})

test('LINK-11 titles sort with their numbers in numerical order', () => {
  const sorted = ['2001: A Space Odyssey', '12000 words', 'Part 2 of 10', 'Part 10 of 10']
  expect(
    sorted.toReversed().toSorted((a, b) => (keys(a, '').title_key < keys(b, '').title_key ? -1 : 1)),
  ).toEqual(sorted)
})

test('LINK-11 hosts sort without scheme, www and port; links without a host sort last', () => {
  expect(keys('a', 'https://www.Example.org:8080/x?y').host_key).toBe('example.org')
  expect(keys('a', 'http://example.org').host_key).toBe('example.org')
  expect(keys('a', '').host_key > 'zzz.org').toBe(true)
})

test('LINK-11 never truncates a key within a character', () => {
  const { title_key } = keys('x'.repeat(59) + '😀😀', '')
  expect(title_key.isWellFormed()).toBe(true)
  expect(keys('x'.repeat(119) + '😀', '').title_key.isWellFormed()).toBe(true)
})

test('COL-04 TAG-01 names sort with their numbers in numerical order', () => {
  const sorted = ['L', 'L 2b', 'L2', 'L02x', 'l10', 'L100', 'L2000000000', 'L30000000000', 'La', 'Ö1', 'P']
  expect(sorted.toReversed().toSorted((a, b) => (toNameSortKey(a) < toNameSortKey(b) ? -1 : 1))).toEqual(
    sorted,
  )
  expect(toNameSortKey('L002')).toBe(toNameSortKey('l2'))
})

test('LINK-11 compares sort keys by code points, as UTF-8 bytes compare', () => {
  const keys = ['', 'a', 'ab', 'b', 'z', 'é', '\ud7ff', '\ue000', '\uffee', '🚀', '🚀a', '🚁']
  const sorted = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(keys.toReversed().sort(compareSortKeys)).toEqual(sorted)
})
