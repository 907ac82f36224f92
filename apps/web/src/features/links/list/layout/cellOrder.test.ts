import { expect, test } from 'vitest'
import { orderCells } from './cellOrder.ts'

test('without leading cells, a link and its cell have the same index', () => {
  const order = orderCells([])
  expect(order.countCells(5)).toBe(5)
  expect([0, 1, 4].map(order.cellOf)).toEqual([0, 1, 4])
  expect([0, 1, 4].map(order.linkAt)).toEqual([0, 1, 4])
})

test('links follow the leading cells, and take the places that are theirs', () => {
  // Of three uploads, the one in the middle is a link already.
  const order = orderCells([false, true, false])
  expect(order.countCells(4)).toBe(6)
  expect([0, 1, 2, 3].map(order.cellOf)).toEqual([1, 3, 4, 5])
  expect([0, 1, 2, 3, 4, 5].map(order.linkAt)).toEqual([undefined, 0, undefined, 1, 2, 3])
  expect([0, 1, 2, 3, 6].map(order.countLinksBefore)).toEqual([0, 0, 1, 1, 4])
})
