import type { AnchorResult } from '@nestmark/core/anchor/findAnchor'
import { expect, test } from 'vitest'
import { listFoundAgain } from './foundAgain.ts'

test('HL-07 reports the highlights whose words are here again, and no others', () => {
  const found: AnchorResult = { state: 'found', start: 1, end: 5 }
  const results = new Map<string, AnchorResult>([
    ['never lost', found],
    ['lost, here again', found],
    ['changed, here again', found],
    ['lost, still lost', { state: 'missing' }],
  ])
  const highlights = [
    { _id: 'never lost' },
    { _id: 'lost, here again', found: 'gone' },
    { _id: 'changed, here again', found: 'changed' },
    { _id: 'lost, still lost', found: 'gone' },
    { _id: 'lost, not searched yet', found: 'gone' },
  ] as const
  expect(listFoundAgain(highlights, results)).toEqual(['lost, here again', 'changed, here again'])
})
