import { expect, test } from 'vitest'
import { PreviewTree } from './previewTree.ts'

const folder = (id: string, parent: string, isNew = true) => ({
  id,
  parent,
  name: `Name ${id}`,
  isNew,
  place: id.charCodeAt(0) - 96,
})

test('IO-01 the tree of a preview has the collections in the order of the file, with everything below them', () => {
  const tree = new PreviewTree('root')
  tree.add(folder('a', 'root', false))
  tree.add(folder('b', 'a'))
  tree.add(folder('c', 'root'))
  // The file opens it a second time.
  tree.add(folder('a', 'root', false))
  tree.add(folder('d', 'a'))
  tree.count('a', 1)
  tree.count('b', 2)
  tree.count('d', 4)
  tree.count('root', 8)
  expect(tree.list()).toEqual({
    tree: [
      { name: 'Name a', level: 0, joins: true, links: 7, place: 1 },
      { name: 'Name b', level: 1, joins: false, links: 2, place: 2 },
      { name: 'Name d', level: 1, joins: false, links: 4, place: 4 },
      { name: 'Name c', level: 0, joins: false, links: 0, place: 3 },
    ],
    folders: 4,
    top: 8,
    depth: 2,
  })
})

test('IO-01 the tree lists the first ten thousand collections and counts the links of all', () => {
  const tree = new PreviewTree('root')
  for (let at = 0; at < 12_000; at++) {
    tree.add(folder(`${at}`, at === 0 ? 'root' : '0'))
    tree.count(`${at}`, 1)
  }
  const { tree: rows, folders } = tree.list()
  expect([rows.length, folders, rows[0]?.links]).toEqual([10_000, 12_000, 12_000])
})
