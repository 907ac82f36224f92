import { type HighlightPage, pageHighlights } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { expect, test } from 'vitest'
import { operationKey } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { toPageTarget } from '../../../lib/highlightedPage.ts'
import { insertHighlight } from './readerPage.ts'

const link = { _id: 'l1', link: 'https://a.example/page', enc: 0 as const, name: 'A page' }
const key = operationKey(pageHighlights, toPageTarget(link))
const highlight = (_id: string): Highlight => ({
  _id,
  text: `Words of ${_id}`,
  comm: '',
  style: 2,
  anchor: null,
  create_date: 1,
  update_date: 1,
})
const read = () => queryClient.getQueryData<HighlightPage | null>(key)
const ids = () => read()?.data.highlights.map(({ _id }) => _id)

test('shows a new highlight at once, also as the first of its page, and removes it when the server rejects it', () => {
  expect(toPageTarget({ ...link, enc: 1 })).toEqual({ link_id: 'l1' })
  // Nothing is shown before the others are known.
  insertHighlight(link, highlight('a'))
  expect(read()).toBeUndefined()
  queryClient.setQueryData(key, null)
  const revert = insertHighlight(link, highlight('a'))
  expect(read()).toMatchObject({ link: link.link, count: 1, data: { title: 'A page' } })
  // By now the server has answered with it, and with another one.
  queryClient.setQueryData<HighlightPage | null>(key, page =>
    page ? { ...page, count: 2, data: { ...page.data, highlights: [highlight('b'), highlight('a')] } } : page,
  )
  insertHighlight(link, highlight('a'))
  expect([ids(), read()?.count]).toEqual([['b', 'a'], 2])
  revert()
  expect([ids(), read()?.count]).toEqual([['b'], 1])
})
