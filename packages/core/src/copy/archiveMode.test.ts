import { expect, test } from 'vitest'
import { chooseArchiveMode } from './archiveMode.ts'

test.each([
  [null, 'full', 'full', true, 'full'],
  [null, 'full', 'full', false, 'reader'],
  [null, 'full', 'reader', true, 'reader'],
  [null, 'never', 'full', true, 'never'],
  ['full', 'never', 'full', true, 'full'],
  ['never', 'full', 'full', true, 'never'],
  ['full', 'full', 'off', true, 'never'],
  ['reader', 'never', 'full', false, 'reader'],
] as const)('link %s, owner %s, server %s, full copies %s: %s', (link, owner, server, full, expected) => {
  expect(chooseArchiveMode(link, owner, server, full)).toBe(expected)
})
