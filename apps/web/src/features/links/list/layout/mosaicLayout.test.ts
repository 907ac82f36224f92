import { expect, test } from 'vitest'
import { findByTop, findAdjacent, placeInMosaic } from './mosaicLayout.ts'

const heights = Float32Array.from([100, 200, 50, 80, 120])
const layout = placeInMosaic(heights, 2, 10)

test('places each card in the shortest column', () => {
  expect([...layout.column]).toEqual([0, 1, 0, 0, 1])
  expect([...layout.top]).toEqual([0, 0, 110, 170, 210])
  expect(layout.height).toBe(340)
})

test('finds the first card at or below an offset', () => {
  expect(findByTop(layout, 0)).toBe(0)
  expect(findByTop(layout, 111)).toBe(3)
  expect(findByTop(layout, 1000)).toBe(5)
})

test('adjacent cards are above and below in the column, and nearest in the adjacent one', () => {
  expect(findAdjacent(layout, heights, 0, 'down')).toBe(2)
  expect(findAdjacent(layout, heights, 3, 'up')).toBe(2)
  expect(findAdjacent(layout, heights, 2, 'after')).toBe(1)
  expect(findAdjacent(layout, heights, 4, 'before')).toBe(3)
  expect(findAdjacent(layout, heights, 0, 'before')).toBeUndefined()
  expect(findAdjacent(layout, heights, 4, 'down')).toBeUndefined()
})

test('an empty mosaic has no height', () => {
  expect(placeInMosaic(new Float32Array(0), 3, 10).height).toBe(0)
})
