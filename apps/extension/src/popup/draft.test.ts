import { expect, test } from 'vitest'
import { draftOfPage, toEditTask, toSaveTask } from './draft.ts'

const page = {
  url: 'https://example.org/a',
  title: 'A page',
  desc: 'About it',
  pictures: ['https://example.org/a.png'],
  selection: '',
}

test('EXT-01 the form begins with what the page says, and saves it', () => {
  expect(toSaveTask(page.url, draftOfPage(page, 'plants'))).toEqual({
    kind: 'save',
    link: 'https://example.org/a',
    name: 'A page',
    desc: 'About it',
    category: 3,
    parent: 'plants',
    tags: [],
    thumbnail: 'https://example.org/a.png',
    isFavourite: false,
  })
})

test('EXT-01 saves a selection as a note with its words; the address replaces an empty title', () => {
  const draft = draftOfPage({ ...page, selection: 'Two skins of sod' }, null)
  expect(toSaveTask(page.url, { ...draft, title: ' ', note: ' why ' })).toMatchObject({
    category: 4,
    desc: 'Two skins of sod',
    name: 'https://example.org/a',
    note: 'why',
  })
})

test('EXT-01 a change of a saved page sends only what differs', () => {
  const before = { ...draftOfPage(page, 'plants'), tags: ['a'], note: 'old' }
  expect(toEditTask('link', before, before, 'root')).toBeNull()
  expect(toEditTask('link', before, { ...before, tags: ['a', 'b'], parent: null, note: '' }, 'root')).toEqual(
    {
      kind: 'edit',
      linkId: 'link',
      tags: ['a', 'b'],
      parent: 'root',
      note: '',
    },
  )
})
