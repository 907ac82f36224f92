import type { TreeNode } from '@nestmark/contract/shapes'
import { expect, test } from 'vitest'
import { findNewPlace } from './newPlace.ts'
import { indexTree } from '../tree/tree.ts'

const node = (name: string, children: TreeNode[] = []): TreeNode => ({
  _id: name,
  folder_name: name,
  path: '',
  links_count: 0,
  category_counts: [0, 0, 0, 0, 0],
  children,
})
const own = indexTree(node('root', [node('Houses', [node('Turf')]), node('Ships')]))
const shared = indexTree(node('shared', [node('Of Ada', [node('Inner')])]))
const trees = [own, shared]

test('SAVE-19 puts a new collection into the picked one, else into the current one, else into the root', () => {
  const path = (picked?: string, current?: string) => findNewPlace(trees, 'New', picked, { current })
  expect(path('Turf', 'Ships')).toEqual({ parent: 'Turf', path: 'Houses / Turf' })
  expect(path(undefined, 'Ships')).toEqual({ parent: 'Ships', path: 'Ships' })
  expect(path()).toEqual({ parent: 'root', path: 'Dashboard' })
  expect(path('root')).toEqual({ parent: 'root', path: 'Dashboard' })
  expect(path('Inner')).toEqual({ parent: 'Inner', path: 'Of Ada / Inner' })
  // A collection that was just created, and the collection of another page.
  expect(path('unknown')).toBeUndefined()
  expect(path(undefined, 'unknown')?.parent).toBe('root')
})

test('SAVE-19 does not offer a name that is there already', () => {
  const find = (typed: string, picked: string) => findNewPlace(trees, typed, picked, {})
  expect(find(' turf', 'Houses')).toBeUndefined()
  expect(find('TURF', 'Turf')).toBeUndefined()
  expect(find('Turf', 'Ships')?.parent).toBe('Ships')
  expect(find('  ', 'Ships')).toBeUndefined()
})

test('LINK-12 a new collection is only where the moved items may go', () => {
  const isAllowed = (id: string) => id === 'root'
  expect(findNewPlace(trees, 'New', undefined, { current: 'Ships', isAllowed })?.parent).toBe('root')
  expect(findNewPlace(trees, 'New', undefined, { current: 'Ships', isAllowed: () => false })).toBeUndefined()
})
