import { expect, test } from 'vitest'
import { readListQuery, toLinkSet, writeListQuery } from './listQuery.ts'

test('LINK-11 a query round-trips through the URL, and other parameters remain', () => {
  const query = {
    input: 'a b & c',
    sort: 'host' as const,
    order: 1 as const,
    category: 3,
    tag: 't1',
    favourite: true,
    sub: true,
  }
  const search = writeListQuery('?tab=links', query)
  expect(search).toContain('tab=links')
  expect(readListQuery(search)).toEqual(query)
})

test('LINK-11 does not write defaults, and unknown values become the defaults', () => {
  expect(writeListQuery('', readListQuery(''))).toBe('')
  expect(readListQuery('?sort=size&order=up&category=9&favourite=yes')).toMatchObject({
    sort: 'date',
    order: 1,
  })
  expect(readListQuery('?sort=title').order).toBe(2)
  expect(toLinkSet(readListQuery(''), 'c1')).toEqual({ folder_id: 'c1' })
})
