import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowHeights } from './rowHeights.ts'

test('offsets and rows agree with a list of all heights, whatever heights the page measures', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.tuple(fc.nat(39), fc.integer({ min: 1, max: 500 }))),
      fc.nat(9000),
      (count, measurements, offset) => {
        const heights = createRowHeights(count, 100)
        const all = Array.from({ length: count }, () => 100)
        for (const [at, height] of measurements) {
          const index = at % count
          expect(heights.measure(index, `row ${index}`, height)).toBe(height - all[index]!)
          all[index] = height
        }
        const offsets = [0]
        for (const height of all) offsets.push(offsets.at(-1)! + height)
        expect(offsets.map((_, index) => heights.offsetOf(index))).toEqual(offsets)
        const row = offsets.findLastIndex((start, index) => index < count && start <= offset)
        expect(heights.indexAt(offset)).toBe(row)
      },
    ),
  )
})

test('measured heights move with their rows when the list removes and adds rows above', () => {
  const ids = ['a', 'b', 'c', 'd']
  const heights = createRowHeights(4, 100)
  for (const [index, id] of ids.entries()) heights.measure(index, id, 10 * (index + 1))
  const after = ['new', 'b', 'd']
  const next = heights.resize(3, index => after[index])
  expect([0, 1, 2, 3].map(next.offsetOf)).toEqual([0, 100, 120, 160])
  expect(next.resize(0, () => undefined).indexAt(50)).toBe(0)
})

test('creates measured heights again from their list', () => {
  const heights = createRowHeights(4, 100)
  heights.measure(1, 'b', 30)
  heights.measure(3, 'd', 250)
  const again = createRowHeights(heights.count, heights.estimate, heights.list())
  expect([0, 1, 2, 3, 4].map(again.offsetOf)).toEqual([0, 1, 2, 3, 4].map(heights.offsetOf))
  expect(again.measure(1, 'b', 30)).toBe(0)
})

test('a list of 100,000 rows has its end where the estimates and the measured rows put it', () => {
  const heights = createRowHeights(100_000, 200)
  heights.measure(99_999, 'last', 50)
  heights.measure(0, 'first', 300)
  expect(heights.offsetOf(100_000)).toBe(20_000_000 + 100 - 150)
  expect(heights.indexAt(heights.offsetOf(73_000))).toBe(73_000)
})
