import { expect, test } from 'vitest'
import { isApplied } from './isApplied.ts'
import { toLink } from './outbox.testing.ts'

const link = toLink({
  name: 'A name',
  desc: 'Words',
  link: 'http://example.org/page',
  category: 3,
  parent: 'c1',
  tags: [
    { _id: 't1', name: 'Turf' },
    { _id: 't2', name: 'beds' },
  ] as typeof link.tags,
  check_list: [{ text: 'Salt', done: true }],
})
const applied = (edit: object) => isApplied({ link_id: 'l1', version: 1, ...edit }, link)

test('F17 an edit whose values the link already has counts as executed', () => {
  expect(applied({})).toBe(true)
  expect(applied({ name: ' A name ', desc: 'Words', category: 3, parent: 'c1' })).toBe(true)
  expect(applied({ check_list: [{ text: 'Salt', done: true }] })).toBe(true)
})

test('F17 an address counts in the spelling that the server stores', () => {
  expect(applied({ link: 'example.org/page' })).toBe(true)
  expect(applied({ link: ' http://example.org/page ' })).toBe(true)
  expect(applied({ link: 'example.org/pages' })).toBe(false)
})

test('F17 tags count in any order and case', () => {
  expect(applied({ tags: ['BEDS ', 'turf'] })).toBe(true)
  expect(applied({ tags: ['turf'] })).toBe(false)
  expect(applied({ tags: ['turf', 'beds', 'reed'] })).toBe(false)
})

test.each([
  { name: 'Another name' },
  { desc: '' },
  { link: 'https://example.org/other' },
  { category: 1 },
  { parent: 'c2' },
  { check_list: [{ text: 'Salt', done: false }] },
  { check_list: [{ text: 'Salt' }] },
  { check_list: [] },
])('C06 treats an edit with another value as a conflict: %o', edit => {
  expect(applied(edit)).toBe(false)
})
