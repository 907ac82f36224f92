import type { TreeNode } from '@nestmark/contract/shapes'
import { expect, test } from 'vitest'
import { describePlace, formatAudience, proposeCollection } from './savePlace.ts'
import { indexTree } from '../tree/tree.ts'

const node = (id: string, children: TreeNode[] = [], more: Partial<TreeNode> = {}): TreeNode => ({
  _id: id,
  folder_name: `Name of ${id}`,
  path: id,
  links_count: 0,
  category_counts: [0, 0, 0, 0, 0],
  children,
  ...more,
})
const own = indexTree(
  node('root', [
    node('alone'),
    node('open', [node('inside')], { is_public: 1 }),
    node('team', [], { members: 2 }),
  ]),
)
const shared = indexTree(node('shared', [node('theirs')]))
const trees = { own, shared }
const findOwner = (id: string | null | undefined) => (id === 'theirs' ? 'Ada' : '')

test('SAVE-18 the collection of the page precedes the last used one', () => {
  expect(proposeCollection('alone', 'team', trees)).toBe('alone')
  expect(proposeCollection(undefined, 'team', trees)).toBe('team')
  expect(proposeCollection(undefined, null, trees)).toBeUndefined()
})

test('SAVE-18 proposes the last used collection, also of another person, but not after its deletion', () => {
  expect(proposeCollection(undefined, 'theirs', trees)).toBe('theirs')
  expect(proposeCollection(undefined, 'deleted', trees)).toBeUndefined()
  expect(proposeCollection(undefined, 'theirs', { own, shared: undefined })).toBeUndefined()
})

test('SAVE-18 SHR-06 a place says for whom it is', () => {
  const describe = (id: string | null) => {
    const place = describePlace(id, 'New', trees, findOwner)
    return [place.name, formatAudience(place)]
  }
  expect(describe(null)).toEqual(['Dashboard', ''])
  expect(describe('root')).toEqual(['Dashboard', ''])
  expect(describe('alone')).toEqual(['Name of alone', ''])
  expect(describe('open')).toEqual(['Name of open', 'Public'])
  expect(describe('inside')).toEqual(['Name of inside', 'Public through Name of open'])
  expect(describe('team')).toEqual(['Name of team', 'Shared with 2 people'])
  expect(describe('theirs')).toEqual(['Name of theirs', 'Shared by Ada'])
  expect(describe('just-created')).toEqual(['New', ''])
})
