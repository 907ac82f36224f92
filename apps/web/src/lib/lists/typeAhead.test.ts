import { expect, test } from 'vitest'
import { findTypedName, nothingTyped, typeCharacter } from './typeAhead.ts'

const names = ['Keep nothing', 'As in settings', 'Article', 'Archive', 'Whole page']

test('WCAG 2.1.1 typed characters find the next name, the same one again moves on, and further ones narrow down', () => {
  expect(findTypedName(names, 'a', 0)).toBe(1)
  expect(findTypedName(names, 'a', 1)).toBe(2)
  expect(findTypedName(names, 'aa', 2)).toBe(3)
  expect(findTypedName(names, 'aa', 3)).toBe(1)
  expect(findTypedName(names, 'arc', 2)).toBe(3)
  expect(findTypedName(names, 'art', 2)).toBe(2)
  expect(findTypedName(names, 'k', -1)).toBe(0)
  expect(findTypedName(names, 'x', 0)).toBe(-1)
  expect(findTypedName([], 'a', -1)).toBe(-1)
})

test('WCAG 2.1.1 after a pause a character begins another name', () => {
  const a = typeCharacter(nothingTyped, 'A', 1000)
  expect(typeCharacter(a, 'r', 1600)).toEqual({ text: 'ar', at: 1600 })
  expect(typeCharacter(a, 'r', 1700)).toEqual({ text: 'r', at: 1700 })
})
