import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitBySize } from './restoreHighlights.ts'

test('the parts of a page have all its highlights in order, and each is below the limit', () => {
  const max = 300
  fc.assert(
    fc.property(fc.array(fc.record({ text: fc.string({ maxLength: 40 }) })), highlights => {
      const parts = splitBySize(highlights, max)
      expect(parts.flat()).toEqual(highlights)
      expect(parts.every(part => JSON.stringify(part).length <= max)).toBe(true)
      // As few as possible: no part fits into the one before it.
      for (const [index, part] of parts.slice(1).entries())
        expect(JSON.stringify([...parts[index]!, part[0]]).length).toBeGreaterThan(max)
    }),
  )
})
