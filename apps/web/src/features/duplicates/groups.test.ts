import type { DuplicateLink } from '@nestmark/contract/links/duplicates'
import { expect, test } from 'vitest'
import {
  canMerge,
  describeMerge,
  type DuplicateGroup,
  type GroupSort,
  findTarget,
  keepNext,
  keepOnly,
  listTicked,
  sortGroups,
  toGroups,
} from './groups.ts'

const can = { edit: true, move: true, trash: true, favourite: true, share: true }
const toLink = (_id: string, more: Partial<DuplicateLink> = {}) =>
  ({
    _id,
    name: _id,
    link: 'https://a.example/',
    tags: [],
    s3_key: [],
    category: 3,
    favourite: 0,
    note: 0,
    highlights: 0,
    enc: 0,
    create_date: 1,
    can,
    ...more,
  }) as unknown as DuplicateLink
const toGroup = (...links: DuplicateLink[]): DuplicateGroup => ({ _id: links[0]!._id, links })
const three = toGroup(toLink('a'), toLink('b'), toLink('c'))
const ticked = (group: DuplicateGroup, level = 3, changed: Record<string, boolean> = {}) => [
  ...listTicked(group, level, new Map(Object.entries(changed))),
]

test('FIND-02 ticks all but the first, none at the last level, and never all of a group', () => {
  expect(ticked(three)).toEqual(['b', 'c'])
  expect(ticked(three, 5)).toEqual([])
  expect(ticked(three, 3, { b: false })).toEqual(['c'])
  expect(ticked(three, 5, { a: true })).toEqual(['a'])
  // The tick of the last level is taken to a level that ticks the others.
  expect(ticked(three, 3, { a: true })).toEqual(['b', 'c'])
  const readOnly = toGroup(toLink('a'), toLink('b', { can: { ...can, trash: false } }))
  expect(ticked(readOnly)).toEqual([])
  expect(ticked(readOnly, 3, { a: true, b: true })).toEqual(['a'])
})

test('FIND-02 another link can remain, and a merge goes into it', () => {
  const next = keepNext(three, new Set(['b', 'c']))
  expect([...listTicked(three, 3, next)]).toEqual(['a', 'c'])
  expect(findTarget(three, listTicked(three, 3, next))?._id).toBe('b')
  const last = keepOnly(three, 'c')
  expect([...listTicked(three, 3, last)]).toEqual(['a', 'b'])
  expect([...listTicked(three, 3, keepNext(three, listTicked(three, 3, last)))]).toEqual(['b', 'c'])
  expect([canMerge(three, new Set(['b'])), canMerge(three, new Set())]).toEqual([true, false])
  const mixed = toGroup(toLink('a'), toLink('b', { owner_name: 'Ida' }))
  expect(canMerge(mixed, new Set(['b']))).toBe(false)
})

test('FIND-02 a merge counts what its links have, highlights once for each page', () => {
  const tag = (name: string) => ({ _id: name, name })
  const group = toGroup(
    toLink('a', { create_date: 5, tags: [tag('x')], highlights: 5, note: 1 }),
    toLink('b', { create_date: 3, tags: [tag('x'), tag('y')], highlights: 5, favourite: 1, note: 1 }),
    toLink('c', { create_date: 1, tags: [tag('z')], link: 'https://a.example/other', highlights: 1 }),
  )
  expect(describeMerge(group, new Set(['b', 'c']))).toEqual({
    date: 1,
    tags: 3,
    notes: 1,
    highlights: 6,
    files: 0,
    isFavourite: true,
  })
  expect(describeMerge(group, new Set(['b']))).toMatchObject({ date: 3, tags: 2, highlights: 5 })
})

test('FIND-02 sorts groups by size as they come, by their newest link, or by title', () => {
  const answer = {
    b: [toLink('b', { name: 'L10' }), toLink('b2', { create_date: 2 })],
    a: [toLink('a', { name: 'L2' }), toLink('a2', { create_date: 9 })],
  }
  const ids = (sort: GroupSort) => sortGroups(toGroups(answer), sort).map(group => group._id)
  expect([ids('largest'), ids('newest'), ids('title')]).toEqual([
    ['b', 'a'],
    ['a', 'b'],
    ['a', 'b'],
  ])
})
