import { expect, test } from 'vitest'
import type { Link } from '@nestmark/contract/shapes'
import {
  emptyValues,
  isDifferentFrom,
  isPost,
  type LinkValues,
  validate,
  recogniseAddress,
  toSaveInput,
} from './linkFormValues.ts'

const values = (part: Partial<LinkValues>): LinkValues => ({ ...emptyValues, category: 3, ...part })

test('SAVE-06 an address is required and must contain char-dot-char', () => {
  expect(validate(values({ name: 'T' }))).toEqual({ link: 'Link is required' })
  expect(validate(values({ name: 'T', link: 'nodots' }))).toEqual({ link: 'Please enter valid url' })
  expect(validate(values({ name: 'T', link: 'javascript:alert(1.2)' }))).toEqual({
    link: 'Please enter valid url',
  })
  expect(validate(values({ name: 'T', link: 'example.org' }))).toEqual({})
})

test('SAVE-07 an address without a title is saved with host and path as a placeholder', () => {
  const saved = toSaveInput(values({ link: 'https://www.example.org/caf%C3%A9/' }))
  expect(saved).toMatchObject({ name: 'example.org/café', is_placeholder: 1 })
  expect(validate(values({ link: 'example.org' }))).toEqual({})
  expect(toSaveInput(values({ link: 'example.org', name: 'T' }))).not.toHaveProperty('is_placeholder')
})

test('SAVE-07 a title is required for notes; a note needs a description, a checklist its items', () => {
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
