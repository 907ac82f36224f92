import type { TreeNode } from '@nestmark/contract/shapes'
import { expect, test } from 'vitest'
import {
  getSharingState,
  highlightTreeLines,
  indexTree,
  listAncestors,
  listRows,
  searchTree,
} from './tree.ts'

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
  expect(index.entries.get('a')).toMatchObject({ total: 10, descendantCount: 4, levels: 2, depth: 1 })
  expect(index.entries.get('root')).toMatchObject({ total: 22, descendantCount: 6 })
})

test('only children of expanded collections become rows', () => {
  expect(listRows(index, new Set()).map(row => row.id)).toEqual(['a', 'b'])
  const rows = listRows(index, new Set(['a', 'a2']))
  expect(rows.map(row => `${row.id}:${row.depth}`)).toEqual(['a:0', 'a1:1', 'a2:1', 'a2x:2', 'a3:1', 'b:0'])
  expect(rows[2]).toMatchObject({ position: 2, siblings: 3, expanded: true })
})

test('inherits sharing: public access first, then the nearest permissions', () => {
  const shared = indexTree(
    node('root', 0, [
      {
        ...node('team', 0, [
          { ...node('open', 0, [{ ...node('both', 0), members: 2 }]), is_public: 1 },
          { ...node('pair', 0), members: 1 },
          node('inherits', 0),
        ]),
        members: 3,
      },
      node('private', 0),
    ]),
  )
  const stateOf = (id: string) => getSharingState(shared, id)
  expect(stateOf('team')).toEqual({ isPublic: false, members: 3, through: null })
  expect(stateOf('open')).toEqual({ isPublic: true, members: 0, through: null })
  expect(stateOf('both')).toEqual({ isPublic: true, members: 0, through: 'open' })
  expect(stateOf('pair')).toEqual({ isPublic: false, members: 1, through: null })
  expect(stateOf('inherits')).toEqual({ isPublic: false, members: 0, through: 'team' })
  expect(stateOf('private')).toBeNull()
  const rows = listRows(shared, new Set(['team', 'open']))
  // The rows of the tree show the same.
  expect(rows.map(row => [row.id, row.sharing])).toEqual(rows.map(row => [row.id, stateOf(row.id)]))
})

test('tree lines continue while a later sibling follows', () => {
  const bits = Object.fromEntries(listRows(index, new Set(['a', 'a2'])).map(row => [row.id, row.continuing]))
  expect(bits).toEqual({ a: 0b1, a1: 0b11, a2: 0b11, a2x: 0b11, a3: 0b1, b: 0 })
})

test('the highlighted line passes the rows between a parent and the next collection on the path', () => {
  const rows = listRows(index, new Set(['a', 'a2']))
  expect([...highlightTreeLines(rows, ['a', 'a3'])]).toEqual([
    ['a1', 0b10],
    ['a2', 0b10],
    ['a2x', 0b10],
  ])
})

test('orders ancestors from the top, and search ignores diacritics', () => {
  expect(listAncestors(index, 'a2x').map(entry => entry.id)).toEqual(['a', 'a2'])
  const named = indexTree(node('root', 0, [node('Half-tímbered', 0), node('Timber', 0)]))
  expect(searchTree(named, 'TIM').map(entry => entry.name)).toEqual(['Timber', 'Half-tímbered'])
})

test('indexes fifty thousand collections and makes rows of them', () => {
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
  const rows = listRows(big, new Set(Array.from({ length: 500 }, (_, i) => `t${i}`)))
  expect(rows).toHaveLength(50_000)
})
