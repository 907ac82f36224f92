import type { TreeNode } from '@nestmark/contract/shapes'
import { expect, test } from 'vitest'
import type { QueuedMutation } from '../../../lib/outbox/queue.ts'
import { applyQueuedMutations } from './pendingTree.ts'

const node = (_id: string, children: TreeNode[] = []): TreeNode => ({
  _id,
  folder_name: _id,
  path: _id,
  links_count: 0,
  category_counts: [0, 0, 0, 0, 0],
  children,
})
const names = ({ folder_name, children }: TreeNode): unknown =>
  children.length > 0 ? [folder_name, ...children.map(names)] : folder_name
const queue = (op: string, input: object, id = 'k'): QueuedMutation => ({
  id,
  who: 'ada',
  op,
  input,
  title: '',
  at: 1,
  state: 'waiting',
})
const tree = node('root', [node('a', [node('b'), node('c')]), node('d')])

test('OFFLINE queued new collections are in their parent, also in each other', () => {
  const result = applyQueuedMutations(tree, [
    queue('create-folder', { name: 'New', parent: 'b' }, '1'),
    queue('create-folder', { name: 'Inner', parent: 'new:1' }, '2'),
    queue('create-folder', { name: 'Top' }, '3'),
    queue('create-folder', { name: 'Lost', parent: 'missing' }, '4'),
  ])
  expect(names(result)).toEqual(['root', ['a', ['b', ['New', 'Inner']], 'c'], 'd', 'Top'])
  expect(names(tree)).toEqual(['root', ['a', 'b', 'c'], 'd'])
})

test('OFFLINE applies queued moves, and ignores impossible ones', () => {
  const move = (folders: string[], move_to: string) => queue('move-folders', { folders, move_to })
  expect(names(applyQueuedMutations(tree, [move(['b', 'd'], 'c')]))).toEqual(['root', ['a', ['c', 'b', 'd']]])
  expect(names(applyQueuedMutations(tree, [move(['a'], 'b')]))).toEqual(names(tree))
  expect(names(applyQueuedMutations(tree, [move(['b'], 'missing')]))).toEqual(names(tree))
  expect(names(applyQueuedMutations(tree, [move(['c'], 'root')]))).toEqual(['root', ['a', 'b'], 'd', 'c'])
})

test('OFFLINE a tree of ten thousand levels causes no error', () => {
  let deep = node('bottom')
  for (let n = 0; n < 10_000; n++) deep = node(`n${n}`, [deep])
  const result = applyQueuedMutations(deep, [queue('create-folder', { name: 'New', parent: 'bottom' })])
  let last = result
  while (last.children[0]) last = last.children[0]
  expect(last.folder_name).toBe('New')
})
