import { expect, test } from 'vitest'
import { stepOption } from './optionIndex.ts'

test('arrow keys move through the options and around their ends', () => {
  expect([-1, 0, 1, 2].map(index => stepOption(index, 1, 3))).toEqual([0, 1, 2, 0])
  expect([-1, 0, 1, 2].map(index => stepOption(index, -1, 3))).toEqual([2, 2, 0, 1])
})
