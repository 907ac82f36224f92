import { expect, test } from 'vitest'
import { splitList } from './splitList.ts'

test('splits a list in order, by size and by number', () => {
  const split = (sizes: number[], bounds: { maxSize: number; maxCount?: number }) =>
    splitList(sizes, size => size, bounds)
  expect(split([], { maxSize: 10 })).toEqual([])
  expect(split([4, 6, 1, 9, 5], { maxSize: 10 })).toEqual([[4, 6], [1, 9], [5]])
  expect(split([1, 1, 1, 1, 1], { maxSize: 10, maxCount: 2 })).toEqual([[1, 1], [1, 1], [1]])
  expect(split([30, 2, 30], { maxSize: 10 })).toEqual([[30], [2], [30]])
})
