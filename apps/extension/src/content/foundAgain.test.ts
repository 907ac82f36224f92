import type { AnchorResult } from '@nestmark/core/anchor/findAnchor'
import { expect, test } from 'vitest'
import { listFoundAgain } from './foundAgain.ts'

test('HL-07 highlights are reported whose words are here again, and no others', () => {
  const found: AnchorResult = { state: 'found', start: 1, end: 5 }
  const results = new Map<string, AnchorResult>([
    ['never gone', found],
    ['gone, here again', found],
    ['changed, here again', found],
    ['gone, still gone', { state: 'gone' }],
  ])
  const highlights = [
    { _id: 'never gone' },
    { _id: 'gone, here again', found: 'gone' },
    { _id: 'changed, here again', found: 'changed' },
    { _id: 'gone, still gone', found: 'gone' },
    { _id: 'gone, not searched yet', found: 'gone' },
  ] as const
  expect(listFoundAgain(highlights, results)).toEqual(['gone, here again', 'changed, here again'])
})
