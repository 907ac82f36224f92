import type { TreeNode } from '@nestmark/contract/shapes'
import { expect, test } from 'vitest'
import { filterCollections, listCollections } from './collections.ts'

const node = (folder_name: string, ...children: TreeNode[]): TreeNode => ({
  _id: folder_name,
  folder_name,
  path: folder_name,
  links_count: 1,
  category_counts: [],
  children,
})

test('EXT-01 the picker lists the collections in the order of the tree, with the way to each', () => {
  const rows = listCollections(node('root', node('Kitchen', node('Bread', node('Rye'))), node('Maps')))
  expect(rows.map(row => [...row.above, row.name].join(' › '))).toEqual([
    'Kitchen',
    'Kitchen › Bread',
    'Kitchen › Bread › Rye',
    'Maps',
  ])
})

test('EXT-01 the picker finds names without regard to case and accents, beginnings first', () => {
  const rows = listCollections(node('root', node('Old cafés'), node('Café'), node('Maps')))
  expect(filterCollections(rows, ' CAFE').map(row => row.name)).toEqual(['Café', 'Old cafés'])
  expect(filterCollections(rows, '')).toHaveLength(3)
})

test('EXT-01 lists a tree of a thousand levels', () => {
  let tree = node('last')
  for (let level = 0; level < 1000; level++) tree = node(`${level}`, tree)
  expect(listCollections(tree)).toHaveLength(1000)
})
