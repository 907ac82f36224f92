import { expect, test } from 'vitest'
import { firstLevels, listRows } from './previewRows.ts'

const row = (place: number, level: number) => ({ name: `F${place}`, level, links: 1, joins: false, place })
const chain = Array.from({ length: 9 }, (_, level) => row(level + 1, level))
const tree = [...chain, row(10, 1), row(11, 0)]

test('IO-01 opens seven levels of a preview at first, and folds and opens folders', () => {
  const places = (toggled: number[] = [], levels = firstLevels) =>
    listRows(tree, new Set(toggled), levels).map(each => each.place)
  expect(places()).toEqual([1, 2, 3, 4, 5, 6, 7, 10, 11])
  expect(places([7])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 11])
  expect(places([2])).toEqual([1, 2, 10, 11])
  expect(places([], Infinity)).toHaveLength(tree.length)
  expect(places([1], Infinity)).toEqual([1, 11])
  expect(listRows(tree, new Set(), 0)).toMatchObject([
    { place: 1, hasChildren: true, isOpen: false },
    { place: 11, hasChildren: false },
  ])
})
