import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { expect, test } from 'vitest'
import { makeLink, makeTags } from '@nestmark/client/encryption/testKeys.testing'
import type { UploadedFile } from '../../../../lib/uploads/files/formUpload.ts'
import {
  emptyValues,
  hasContent,
  isDifferentFrom,
  isPost,
  type LinkValues,
  proposeTitle,
  recogniseAddress,
  sameTypedValues,
  sameValues,
  toFormValues,
  toSaveInput,
  toUpdateInput,
  validate,
} from './linkFormValues.ts'

const values = (part: Partial<LinkValues>): LinkValues => ({ ...emptyValues, category: 3, ...part })

test('SAVE-06 requires an address that contains char-dot-char', () => {
  expect(validate(values({ name: 'T' }))).toEqual({ link: 'Link is required' })
  expect(validate(values({ name: 'T', link: 'nodots' }))).toEqual({ link: 'Please enter valid url' })
  expect(validate(values({ name: 'T', link: 'javascript:alert(1.2)' }))).toEqual({
    link: 'Please enter valid url',
  })
  expect(validate(values({ name: 'T', link: 'example.org' }))).toEqual({})
})

test('SAVE-06 accepts hosts of the own network with a scheme, and a stored address stays valid', () => {
  for (const link of ['http://octopus/app', 'https://d1:8888/', 'http://[::1]/', 'http://localhost:3000'])
    expect(validate(values({ link })), link).toEqual({})
  expect(proposeTitle(values({ link: 'http://octopus/app' }))).toBe('octopus/app')
  const stored = values({ name: 'T', link: 'nodots' })
  expect(validate(stored, false, 'nodots')).toEqual({})
  expect(validate(stored, false, 'nodots2')).toEqual({ link: 'Please enter valid url' })
})

test('SAVE-07 saves an address without a title with host and path as a placeholder', () => {
  const saved = toSaveInput(values({ link: 'https://www.example.org/caf%C3%A9/' }))
  expect(saved).toMatchObject({ name: 'example.org/café', is_placeholder: 1 })
  expect(validate(values({ link: 'example.org' }))).toEqual({})
  expect(toSaveInput(values({ link: 'example.org', name: 'T' }))).not.toHaveProperty('is_placeholder')
})

test('SAVE-07 requires a title for notes; a note needs a description, a checklist its items', () => {
  expect(validate(values({ category: 4, desc: 'D' }))).toEqual({ name: 'Title is required' })
  expect(validate(values({ category: 4, name: 'T' }))).toEqual({ desc: 'Description is required' })
  expect(validate(values({ category: 4, name: 'T', desc: 'D', link: 'nodots' }))).toEqual({
    link: 'Please enter valid url',
  })
  const item = { key: 1, text: ' ', done: false }
  expect(validate(values({ category: 4, kind: 4, name: 'T', items: [item] }))).toEqual({
    items: 'Add at least one item',
  })
  expect(validate(values({ category: 4, kind: 4, name: 'T', items: [{ ...item, text: 'Tent' }] }))).toEqual(
    {},
  )
})

test('SAVE-05 the input contains the note type and only items with text', () => {
  const items = [
    { key: 1, text: ' Tent ', done: true },
    { key: 2, text: '', done: false },
  ]
  expect(toSaveInput(values({ category: 4, kind: 4, name: 'T', items }))).toMatchObject({
    subCategory: 4,
    check_list: [{ text: 'Tent', done: true }],
  })
  expect(toSaveInput(values({ category: 4, kind: 2, name: 'T', desc: 'D', items }))).not.toHaveProperty(
    'check_list',
  )
})

test('SCRP-03 SCRP-04 the address of a status is a post; a video site has a code', () => {
  expect(isPost(recogniseAddress('https://twitter.com/someone/status/12345'))).toBe(true)
  expect(isPost(recogniseAddress('https://twitter.com/someone'))).toBe(false)
  const video = values({ category: 2, name: 'T', link: 'https://youtu.be/dQw4w9WgXcQ' })
  expect(toSaveInput(video)).toMatchObject({ category: 2, subCategory: 1 })
})

test('a link that an earlier try has saved differs by its address and by each item of its list', () => {
  const saved = {
    category: 3,
    link: 'http://example.org/a',
    name: 'Oak',
    desc: '',
    check_list: [{ text: 'saw', done: false }],
    tags: [],
    parent: 'p',
    thumbnail: '',
  } as unknown as Link
  const items = [{ key: 1, text: 'saw', done: false }]
  const typed = (part: Partial<LinkValues>) =>
    isDifferentFrom(saved, values({ name: 'Oak', link: 'example.org/a', items, ...part }))
  expect(typed({})).toBe(false)
  expect(typed({ link: 'http://example.org/a' })).toBe(false)
  expect(typed({ link: '' })).toBe(true)
  expect(typed({ link: 'a' })).toBe(true)
  expect(typed({ items: [{ key: 1, text: 'plane', done: false }] })).toBe(true)
  expect(typed({ items: [{ key: 1, text: 'saw', done: true }] })).toBe(true)
})

test('SAVE-06 accepts a description of 5,000 characters, one of a note of 100,000, and reports a longer one', () => {
  const check = (category: number, length: number) =>
    validate(values({ category, name: 'T', link: 'example.org', desc: 'x'.repeat(length) }))
  for (const category of [1, 2, 3, 5]) {
    expect(check(category, 5000), `${category}`).toEqual({})
    expect(check(category, 5001), `${category}`).toHaveProperty('desc')
  }
  expect(check(4, 100_000)).toEqual({})
  expect(check(4, 100_001)).toHaveProperty('desc')
})

test('SAVE-07 a link with a file needs no address, and a note at the address of a document no text', () => {
  expect(validate(values({ category: 1, name: 'T' }))).toHaveProperty('link')
  expect(validate(values({ category: 1, name: 'T' }), true)).toEqual({})
  const document = values({
    category: 4,
    name: '',
    link: 'https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit',
  })
  expect(validate(document)).toEqual({})
})

test('SAVE-14 a link becomes the values of the form: its kind of note, its tags, and what counts as typed', () => {
  const link = {
    ...makeLink('a', { tags: makeTags('one', 'two'), desc: '' }),
    thumbnail: '/thumbs/a.webp',
  }
  expect(toFormValues(link)).toMatchObject({
    name: 'name of a',
    tags: ['one', 'two'],
    parent: 'papers',
    kind: 1,
    touched: { name: true, thumbnail: true },
  })
  expect(toFormValues(link).touched).not.toHaveProperty('desc')
  const kindOf = (part: Partial<Link>) => toFormValues(makeLink('a', { category: 4, ...part })).kind
  expect([kindOf({ subCategory: 2 }), kindOf({ subCategory: 4 }), kindOf({ subCategory: 1 })]).toEqual([
    2, 4, 1,
  ])
  expect(kindOf({ check_list: [{ text: 'Tent', done: false }] })).toBe(4)
  expect(toFormValues(makeLink('a', { category: 4, subCategory: 5 })).post).toBe(true)
})

test('SAVE-14 an edit sends all fields with the version, and the picture only after a change', () => {
  const before = toFormValues(makeLink('a', { thumbnail: '/thumbs/a.webp' }))
  const link = { _id: 'a', version: 7 }
  const same = toUpdateInput({ ...before, name: ' After ' }, before, link)
  expect(same).toMatchObject({ link_id: 'a', version: 7, name: 'After', parent: 'papers', check_list: [] })
  expect(same).not.toHaveProperty('thumbnail')
  expect(toUpdateInput({ ...before, thumbnail: '' }, before, link)).toMatchObject({ thumbnail: '' })
  expect(toUpdateInput({ ...before, parent: null }, before, link)).not.toHaveProperty('parent')
})

test('SAVE-03 sends a new link only with the choices of the user; a file takes the place of the address', () => {
  const saved = toSaveInput(values({ link: ' example.org ', name: ' T ', keepCopy: 'full' }))
  expect(saved).toMatchObject({ link: 'example.org', name: 'T', keep_copy: 'full' })
  for (const field of ['parent', 'thumbnail', 'check_list']) expect(saved).not.toHaveProperty(field)
  // There is no page to copy.
  expect(toSaveInput(values({ category: 4, name: 'T', keepCopy: 'full' }))).not.toHaveProperty('keep_copy')
  const file = { file: 'f.png', thumb: 't.webp' } as UploadedFile
  expect(
    toSaveInput(values({ category: 1, name: 'T', link: 'example.org', thumbnail: 'data:x' }), file),
  ).toMatchObject({
    link: '',
    thumbnail: undefined,
    s3_key: [{ file: 'f.png', thumb: 't.webp' }],
  })
})

test('SAVE-04 saves the code of a site only in the category of its player', () => {
  const address = 'https://youtu.be/dQw4w9WgXcQ'
  const codeOf = (category: number) => toSaveInput(values({ category, name: 'T', link: address })).subCategory
  expect([codeOf(2), codeOf(3), codeOf(4)]).toEqual([1, null, 1])
})

test('SAVE-09 only typed input counts as a change: the form reads fetched texts again, and blanks are no content', () => {
  const typed = values({ link: 'example.org' })
  expect(sameTypedValues(typed, { ...typed, name: 'Fetched', desc: 'Fetched', thumbnail: 'x' })).toBe(true)
  expect(sameTypedValues(typed, { ...typed, name: 'Typed', touched: { name: true } })).toBe(false)
  expect(sameTypedValues(typed, { ...typed, tags: ['a'] })).toBe(false)
  const item = { key: 1, text: 'Tent', done: false }
  expect(sameValues(values({ items: [item] }), values({ items: [{ ...item, key: 9 }] }))).toBe(true)
  expect(sameValues(values({ items: [item] }), values({ items: [{ ...item, done: true }] }))).toBe(false)
  expect([hasContent(values({})), hasContent(values({ name: ' ' }))]).toEqual([false, false])
  for (const part of [{ link: 'a' }, { name: 'a' }, { desc: 'a' }, { tags: ['a'] }, { items: [item] }])
    expect(hasContent(values(part)), JSON.stringify(part)).toBe(true)
})

test('SAVE-07 proposes the title of the address, and none for a note with its own text', () => {
  const propose = (category: number, link: string) => proposeTitle({ category, link })
  expect(propose(3, 'https://www.example.org/reeds/?utm_source=x')).toMatch(/^example\.org\/reeds/)
  expect([propose(3, 'nodots'), propose(4, 'example.org')]).toEqual(['', ''])
  expect(
    propose(4, 'https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit'),
  ).toMatch(/^docs\.google\.com/)
  expect(propose(3, `example.org/${'x'.repeat(600)}`).length).toBeLessThanOrEqual(limits.title)
})
