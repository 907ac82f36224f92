import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { expect, test } from 'vitest'
import { orderByPage, orderHighlights, stepTo } from './readerOrder.ts'

const highlight = (_id: string, anchor: Highlight['anchor'] = null): Highlight => ({
  _id,
  text: `Words of ${_id}`,
  comm: '',
  style: 1,
  anchor,
  create_date: 0,
  update_date: 0,
})
const ids = (highlights: readonly Highlight[]) => highlights.map(({ _id }) => _id)

test('puts highlights in the order of the text, and those without a place apart', () => {
  const all = ['late', 'missing', 'changed', 'early', 'searched', 'inside'].map(id => highlight(id))
  const { placed, changed, missing } = orderHighlights(
    all,
    new Map([
      ['late', { state: 'found', start: 90, end: 99 }],
      ['early', { state: 'found', start: 5, end: 30 }],
      ['inside', { state: 'found', start: 5, end: 10 }],
      ['missing', { state: 'missing' }],
      ['changed', { state: 'changed', start: 40, end: 50, text: 'other words' }],
    ]),
  )
  expect(ids(placed)).toEqual(['inside', 'early', 'late'])
  expect(changed.map(({ highlight: { _id }, words }) => [_id, words])).toEqual([['changed', 'other words']])
  expect(ids(missing)).toEqual(['missing'])
})

test('puts highlights of a PDF in the order of its pages', () => {
  const at = (page: number, start: number): Highlight['anchor'] => ({
    quote: { exact: 'x', prefix: '', suffix: '' },
    position: { start, end: start + 1 },
    pdf: { page },
  })
  const all = [
    highlight('b', at(2, 1)),
    highlight('none'),
    highlight('c', at(11, 0)),
    highlight('a', at(2, 0)),
    highlight('lost', at(1, 0)),
  ]
  const { placed, missing } = orderByPage(all, new Map([['lost', { state: 'missing' }]]))
  expect(ids(placed)).toEqual(['a', 'b', 'c'])
  expect(ids(missing)).toEqual(['none', 'lost'])
})

test('a step goes around, and begins at the line that the user reads', () => {
  const all = ['a', 'b', 'c']
  expect(stepTo(all, 'a', 1, 0)).toBe('b')
  expect(stepTo(all, 'c', 1, 0)).toBe('a')
  expect(stepTo(all, 'a', -1, 0)).toBe('c')
  expect(stepTo(all, null, 1, 2)).toBe('c')
  expect(stepTo(all, null, 1, 3)).toBe('a')
  expect(stepTo(all, null, -1, 2)).toBe('b')
  expect(stepTo(all, null, -1, 0)).toBe('c')
  // The current one has been deleted elsewhere.
  expect(stepTo(all, 'x', 1, 1)).toBe('b')
  expect(stepTo([], null, 1, 0)).toBeUndefined()
})
