import { expect, test } from 'vitest'
import { stepPicture } from './Picture.tsx'

test('EXT-01 goes through the pictures of a page in a circle', () => {
  expect(stepPicture(['a', 'b', 'c'], 'a', 1)).toBe('b')
  expect(stepPicture(['a', 'b', 'c'], 'c', 1)).toBe('a')
  expect(stepPicture(['a', 'b', 'c'], 'a', -1)).toBe('c')
  expect(stepPicture([], '', 1)).toBe('')
})
