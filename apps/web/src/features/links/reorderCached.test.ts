import { expect, test } from 'vitest'
import { toReordered } from './reorderCached.ts'

const list = [...'abcdef'].map(_id => ({ _id }))
const order = (move: Parameters<typeof toReordered>[1]) =>
  toReordered(list, move)
    .map(({ _id }) => _id)
    .join('')

test('LINK-11 a move shows at once: before or after another link, several in the given order', () => {
  expect(order({ links: ['e'], before: 'b' })).toBe('aebcdf')
  expect(order({ links: ['b'], after: 'e' })).toBe('acdebf')
  expect(order({ links: ['f', 'a'], after: 'c' })).toBe('bcfade')
  expect(order({ links: ['b', 'c'], before: 'c' })).toBe('abcdef')
  expect(order({ links: ['d', 'b'], after: 'b' })).toBe('adbcef')
})

test('LINK-11 a move that names what is not loaded changes nothing before the answer', () => {
  expect(toReordered(list, { links: ['x'], before: 'b' })).toBe(list)
  expect(toReordered(list, { links: ['a'], before: 'x' })).toBe(list)
  expect(toReordered(list, { links: ['a'] })).toBe(list)
})
