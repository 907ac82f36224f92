import { expect, test } from 'vitest'
import { compareKey } from './compareKey.ts'
import { createSortKeys } from './sortKeys.ts'

const keys = (title: string, address: string) => createSortKeys(title, address && compareKey(address))

test('LINK-11 titles sort by their first letter, ignoring leading symbols, case and accents', () => {
  expect(keys('“Émile”', '').title_key).toBe('emile”')
  expect(keys('  ### Zoo', '').title_key).toBe('zoo')
  expect(keys('…', '').title_key).toBe('...')
})

test('LINK-11 hosts sort without scheme, www and port; links without a host sort last', () => {
  expect(keys('a', 'https://www.Example.org:8080/x?y').host_key).toBe('example.org')
  expect(keys('a', 'http://example.org').host_key).toBe('example.org')
  expect(keys('a', '').host_key > 'zzz.org').toBe(true)
})

test('LINK-11 never cuts a key within a character', () => {
  const { title_key } = keys('x'.repeat(59) + '😀😀', '')
  expect(title_key.isWellFormed()).toBe(true)
  expect(keys('x'.repeat(119) + '😀', '').title_key.isWellFormed()).toBe(true)
})
