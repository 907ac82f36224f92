import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import { expect, test } from 'vitest'
import { formatFound } from './HighlightHead.tsx'

const found = (...counts: number[]) => ({
  total: counts.length,
  at: (index: number) => ({ data: { highlights: Array(counts[index]) } }) as unknown as HighlightPage,
})

test('HL-03 a search says how much it has found, and only that there is more beyond its first page', () => {
  expect(formatFound(found(3, 1))).toBe('4 highlights on 2 pages')
  expect(formatFound(found(1))).toBe('1 highlight on 1 page')
  expect(formatFound(found(...Array<number>(51).fill(1)))).toBe('Highlights on more than 50 pages')
  expect(formatFound(found())).toBe('')
  expect(formatFound({ total: undefined, at: () => undefined })).toBe('')
})
