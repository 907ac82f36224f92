import { expect, test } from 'vitest'
import { formatAccountContents } from './accountContents.ts'

test('SET-06 the deletion of an account names what goes, without zeros for shares, files and highlights', () => {
  expect(formatAccountContents({ links: 1471, collections: 11, shares: 2, files: 1, highlights: 3 })).toBe(
    '1,471 links, 11 collections (2 shared), 1 file, and 3 highlights',
  )
  expect(formatAccountContents({ links: 0, collections: 1, shares: 0, files: 0, highlights: 0 })).toBe(
    '0 links and 1 collection',
  )
})
