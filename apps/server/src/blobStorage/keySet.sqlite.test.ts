import { expect, test } from 'vitest'
import { newId } from '../db/newId.ts'
import { KeySet } from './keySet.ts'

test('a set of keys has those that were added, in any order', () => {
  const set = new KeySet()
  expect(set.has(newId())).toBe(false)
  const keys = Array.from({ length: 5000 }, newId)
  for (const key of keys.slice(0, 3000)) set.add(key)
  expect(keys.map(key => set.has(key))).toEqual(keys.map((_, at) => at < 3000))
  for (const key of keys.slice(3000)) set.add(key)
  expect(keys.every(key => set.has(key))).toBe(true)
  expect(Array.from({ length: 1000 }, newId).some(key => set.has(key))).toBe(false)
})
