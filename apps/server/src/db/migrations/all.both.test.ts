import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from './all.ts'

test('lists every migration of the folder, in the order of their numbers', () => {
  const files = readdirSync(import.meta.dirname).filter(name => /^\d{3}-[\w-]+\.ts$/.test(name))
  // Databases keep the name of a migration whose file was renamed, so that only the numbers are the same.
  const toNumber = (name: string) => name.slice(0, 3)
  const numbers = migrations.map(each => toNumber(each.name))
  expect(numbers).toEqual([...new Set(numbers)].sort())
  expect(numbers).toEqual(expect.arrayContaining(files.map(toNumber)))
})
