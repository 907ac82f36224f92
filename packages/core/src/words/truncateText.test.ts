import { expect, test } from 'vitest'
import { truncateText } from './truncateText.ts'

test('X12 never truncates a text within a character', () => {
  const faces = '😀'.repeat(100)
  for (let max = 0; max <= 205; max++) {
    const cut = truncateText(`a${faces}`, max)
    expect(cut.isWellFormed()).toBe(true)
    expect(cut.length).toBeLessThanOrEqual(max)
    expect(cut.length).toBeGreaterThanOrEqual(Math.min(max, 201) - 1)
  }
  expect(truncateText('plain', 3)).toBe('pla')
})
