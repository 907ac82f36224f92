import type { TreeNode } from '@nestmark/contract/shapes'
import { expect, test } from 'vitest'
import { listAncestors, findPlaces, indexTree, highlightTreeLines, openRows } from './tree.ts'

function node(id: string, links: number, children: TreeNode[] = []): TreeNode {
  return {
    _id: id,
    folder_name: id,
    path: id,
    links_count: links,
    category_counts: [0, 0, links, 0, 0],
    children,
  }
}

const index = indexTree(
  node('root', 5, [
    node('a', 1, [node('a1', 2), node('a2', 3, [node('a2x', 4)]), node('a3', 0)]),
    node('b', 7),
  ]),
)

test('counts include all descendants', () => {
  expect(index.places.get('a')).toMatchObject({ total: 10, below: 4, levels: 2, depth: 1 })
  expect(index.places.get('root')).toMatchObject({ total: 22, below: 6 })
})

test('only children of expanded collections become rows', () => {
  expect(openRows(index, new Set()).map(row => row.id)).toEqual(['a', 'b'])
  const rows = openRows(index, new Set(['a', 'a2']))
  expect(rows.map(row => `${row.id}:${row.depth}`)).toEqual(['a:0', 'a1:1', 'a2:1', 'a2x:2', 'a3:1', 'b:0'])
  expect(rows[2]).toMatchObject({ place: 2, siblings: 3, open: true })
})

test('tree lines continue while a later sibling follows', () => {
  const bits = Object.fromEntries(openRows(index, new Set(['a', 'a2'])).map(row => [row.id, row.twigs]))
  expect(bits).toEqual({ a: 0b1, a1: 0b11, a2: 0b11, a2x: 0b11, a3: 0b1, b: 0 })
})

test('the highlighted line passes the rows between a parent and the next collection on the path', () => {
  const rows = openRows(index, new Set(['a', 'a2']))
  expect([...highlightTreeLines(rows, ['a', 'a3'])]).toEqual([
    ['a1', 0b10],
    ['a2', 0b10],
    ['a2x', 0b10],
  ])
})

test('ancestors are ordered from the top, and search ignores diacritics', () => {
  expect(listAncestors(index, 'a2x').map(place => place.id)).toEqual(['a', 'a2'])
  const named = indexTree(node('root', 0, [node('Half-tímbered', 0), node('Timber', 0)]))
  expect(findPlaces(named, 'TIM').map(place => place.name)).toEqual(['Timber', 'Half-tímbered'])
})

test('fifty thousand collections are indexed and become rows', () => {
  const many = node(
    'root',
    0,
    Array.from({ length: 500 }, (_, i) =>
      node(
        `t${i}`,
        1,
        Array.from({ length: 99 }, (_, j) => node(`t${i}.${j}`, 1)),
      ),
    ),
  )
  const big = indexTree(many)
  const rows = openRows(big, new Set(Array.from({ length: 500 }, (_, i) => `t${i}`)))
  expect(rows).toHaveLength(50_000)
})
