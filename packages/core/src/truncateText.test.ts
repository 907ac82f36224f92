import { expect, test } from 'vitest'
import { truncateText } from './truncateText.ts'

test('X12 never cuts a text within a character', () => {
  const faces = '😀'.repeat(100)
  for (let most = 0; most <= 205; most++) {
    const cut = truncateText(`a${faces}`, most)
    expect(cut.isWellFormed()).toBe(true)
    expect(cut.length).toBeLessThanOrEqual(most)
    expect(cut.length).toBeGreaterThanOrEqual(Math.min(most, 201) - 1)
  }
  expect(truncateText('plain', 3)).toBe('pla')
})
