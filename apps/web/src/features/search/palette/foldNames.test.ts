import type { TreeNode } from '@nestmark/contract/shapes'
import { expect, test } from 'vitest'
import { indexTree } from '../../collections/tree/tree.ts'
import { foldNames, foldSomeNames } from './foldNames.ts'

const node = (name: string, children: TreeNode[] = []): TreeNode => ({
  _id: name,
  folder_name: name,
  path: '',
  links_count: 0,
  category_counts: [0, 0, 0, 0, 0],
  children,
})

test('folds names in steps, each once, without the root', () => {
  const tree = indexTree(node('root', [node('Ból', [node('Ärger')]), node('Zoo')]))
  expect(foldSomeNames(tree, 2)).toBe(false)
  expect(foldNames(tree).map(each => each.folded)).toEqual(['bol', 'arger', 'zoo'])
  expect(foldSomeNames(tree, 2)).toBe(true)
  expect(foldNames(tree)).toHaveLength(3)
})
