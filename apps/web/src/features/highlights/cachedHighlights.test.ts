import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { expect, test } from 'vitest'
import { patchAnswer } from './cachedHighlights.ts'

const highlight = (_id: string): Highlight => ({
  _id,
  text: `Text ${_id}`,
  comm: '',
  style: 1,
  anchor: null,
  create_date: 1,
  update_date: 1,
})
const group = (_id: string, ids: string[]): HighlightPage => ({
  _id,
  link: 'https://example.org',
  create_date: 1,
  update_date: 1,
  enc: 0,
  count: ids.length,
  data: { title: 'Title', highlights: ids.map(highlight) },
  saved: null,
})

test('changes a highlight in a list and in the answer of its page, and nothing else', () => {
  const list = [group('one', ['a', 'b']), group('two', ['c'])]
  const patched = patchAnswer(list, 'b', { style: 4 })
  expect(patched[0]?.data.highlights.map(each => each.style)).toEqual([1, 4])
  expect(patched[1]).toBe(list[1])
  expect(patchAnswer(group('one', ['a']), 'a', { comm: 'Yes' }).data.highlights[0]?.comm).toBe('Yes')
})

test('does not count a removed highlight, and keeps its page in the list', () => {
  const list = [group('one', ['a']), group('two', ['b', 'c'])]
  expect(patchAnswer(list, 'a', null).map(each => each.count)).toEqual([0, 2])
  expect(patchAnswer(list, 'c', null)[1]?.data.highlights.map(each => each._id)).toEqual(['b'])
})

test('returns the same answer when it does not contain the highlight', () => {
  const list = [group('one', ['a'])]
  expect(patchAnswer(list, 'x', null)).toBe(list)
  expect(patchAnswer(null, 'x', null)).toBe(null)
})
