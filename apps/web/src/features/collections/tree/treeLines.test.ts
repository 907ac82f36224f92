import { expect, test } from 'vitest'
import { maxIndent } from './tree.ts'
import { computeIndents } from './treeLines.ts'

test('NAV-02 the indentation is 15 px where there is space, and shrinks so that the deepest name has 120 px', () => {
  const full = Array.from({ length: maxIndent + 1 }, (_, column) => column * 15)
  expect(computeIndents(402)).toEqual(full)
  expect(computeIndents(0)).toEqual(full)
  for (let width = 162; width <= 402; width++) {
    const indents = computeIndents(width)
    // Padding and arrow take 35 px.
    expect(width - 35 - indents[maxIndent]!).toBeGreaterThanOrEqual(120)
    for (let column = 1; column <= maxIndent; column++) {
      const step = indents[column]! - indents[column - 1]!
      expect(step).toBeGreaterThan(0)
      expect(step).toBeLessThanOrEqual(15.001)
    }
  }
})
