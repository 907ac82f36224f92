import { expect, test } from 'vitest'
import { chooseSubcollectionView } from './subcollectionView.ts'

test('more than eight subcollections are compact or one strip', () => {
  expect(chooseSubcollectionView(undefined, true, false)).toBe('detailed')
  expect(chooseSubcollectionView(8, true, false)).toBe('detailed')
  expect(chooseSubcollectionView(9, true, false)).toBe('strip')
  expect(chooseSubcollectionView(9, true, true)).toBe('compact')
  expect(chooseSubcollectionView(2, false, false)).toBe('compact')
  expect(chooseSubcollectionView(9, false, false)).toBe('compact')
})
