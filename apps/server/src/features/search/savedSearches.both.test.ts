import { createCollection } from '@nestmark/contract/collections'
import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import * as saved from '@nestmark/contract/search/savedSearches'
import { limits } from '@nestmark/core/limits'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { stopIntact } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => stopIntact(app))

const save = (name: string, more: object = {}) =>
  ada.call(saveLink, { name, desc: 'Words', category: 4, ...more })
const counts = async (who = ada) =>
  Object.fromEntries((await who.call(saved.countSavedSearches, {})).map(each => [each._id, each.count]))

test('a saved search has the count of what it finds, also after changes, and of collections where it finds these', async () => {
  const rye = await save('Rye bread')
  await save('White bread', { tags: ['fresh'] })
  await ada.call(createCollection, { name: 'Bread board' })
  const keep = (input: string, more: object = {}) => {
    // They are listed by date.
    app.clock.now++
    return ada.call(saved.saveSearch, { name: input, input, ...more })
  }
  const bread = await keep('bread')
  const fresh = await keep('bread tag:fresh', { type: 'link', category: 4, order: 2 })
  const boards = await keep('bread', { type: 'collection' })
  const notes = await keep('read', { type: 'category' })
  const images = await keep('bread', { category: 1 })
  expect(await counts()).toEqual({
    [bread._id]: 2,
    [fresh._id]: 1,
    [boards._id]: 1,
    [notes._id]: 2,
    [images._id]: 0,
  })
  await ada.call(trashLinks, { linkIdArr: [rye._id] })
  expect((await counts())[bread._id]).toBe(1)
  const [first, second] = await ada.call(saved.listSavedSearches, {})
  expect(first).toEqual(bread)
  expect(second).toMatchObject({ input: 'bread tag:fresh', type: 6, category: 4, order: 2 })
})

test('renames and deletes saved searches, which belong to one person', async () => {
  const search = await ada.call(saved.saveSearch, { name: 'Bread', input: 'bread' })
  const rosa = await signIn(app, 'rosa', 2)
  expect(await rosa.call(saved.listSavedSearches, {})).toEqual([])
  expect(await counts(rosa)).toEqual({})
  const change = { search_id: search._id, name: 'Loaves' }
  expect(await toOutcome(rosa.call(saved.renameSavedSearch, change))).toBe('searches.notFound')
  expect(await toOutcome(rosa.call(saved.deleteSavedSearch, { search_id: search._id }))).toBe(
    'searches.notFound',
  )
  expect(await ada.call(saved.renameSavedSearch, change)).toMatchObject({ name: 'Loaves', input: 'bread' })
  await ada.call(saved.deleteSavedSearch, { search_id: search._id })
  expect(await ada.call(saved.listSavedSearches, {})).toEqual([])
})

test('allows at most 50, with a name and words', async () => {
  const add = (name: string, input = 'bread') => ada.call(saved.saveSearch, { name, input })
  expect(await toOutcome(add(' '))).toBe('searches.nameRequired')
  expect(await toOutcome(add('n'.repeat(limits.savedSearchName + 1)))).toBe('searches.nameTooLong')
  expect(await toOutcome(add('Empty', ''))).toBe('searches.empty')
  for (let n = 0; n < limits.savedSearches; n++) await add(`Search ${n}`)
  expect(await toOutcome(add('One more'))).toBe('searches.tooMany')
})
