import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { favouriteLink, saveLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/search/search'
import { autofillTags, deleteTags, listTags, mergeTags, restoreTags } from '@nestmark/contract/tags'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
let year: number

beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  year = new Date().getUTCFullYear()
  const research = await ada.call(createCollection, { name: 'Research' })
  const turf = await ada.call(createCollection, { name: 'Turf & timber', parent: research._id })
  const kitchen = await ada.call(createCollection, { name: 'Kitchen' })
  const trashed = await ada.call(createCollection, { name: 'Deleted', parent: research._id })
  const save = (name: string, link: string, tags: string[], category: number, parent?: string, desc = '') =>
    ada.call(saveLink, { name, link, tags, category, desc: desc || 'text', ...(parent && { parent }) })
  await save('Turf houses of Iceland', 'https://www.coldhouse.example.org/turf', ['iceland'], 3, turf._id)
  await save('Turf roof, cut by hand', 'https://video.example.org/roof', ['tools'], 2, turf._id)
  await save('Iceland cold turf', 'https://example.org', ['art'], 3, research._id)
  await save('Bread', 'https://bread.example.com/', ['artisan', 'still life'], 4, kitchen._id)
  await save('Loose', 'https://notexample.org/x?y=example.org', [], 3)
  await save('Turf of the trash', 'https://example.org/trash', ['iceland'], 3, trashed._id)
  await ada.call(trashCollections, { folderIdArr: [trashed._id], isTrash: 1 })
  const bread = (await ada.call(contract.searchLibrary, { input: 'bread' })).links[0]!
  await ada.call(favouriteLink, { link_id: bread._id, is_fav: 1 })
  const xaver = await signIn(app, 'xaver')
  await xaver.call(saveLink, { name: 'Turf', link: 'https://example.org', tags: ['iceland'], category: 3 })
})
afterAll(() => app.stop())

type Search = Partial<Input<typeof contract.searchLibrary>>
const find = (input: string, more: Search = {}) => ada.call(contract.searchLibrary, { input, ...more })
const names = async (input: string, more: Search = {}) => {
  const found = await find(input, more)
  expect(found.total).toBe(found.links.length)
  return found.links.map(link => link.name.split(' ').slice(0, 2).join(' ')).sort()
}

describe('SRCH-07 query language', () => {
  test.each([
    ['a phrase', '"turf houses"', ['Turf houses']],
    ['a phrase matches complete words', '"turf house"', []],
    ['a phrase in its order', '"houses turf"', []],
    ['without a word', 'turf -iceland', ['Turf roof,']],
    ['without a phrase', 'turf -"cold turf"', ['Turf houses', 'Turf roof,']],
    ['exclusions only', '-turf', ['Bread', 'Loose']],
    ['a tag', 'tag:iceland', ['Turf houses']],
    ['a tag with a space', 'tag:"still life"', ['Bread']],
    ['a tag by its exact name before those with the prefix', 'tag:art', ['Iceland cold']],
    ['a tag while typing', 'tag:artis', ['Bread']],
    ['without a tag', 'turf -tag:tools', ['Iceland cold', 'Turf houses']],
    ['no such tag', 'tag:nowhere', []],
    ['a collection with its descendants', 'in:research', ['Iceland cold', 'Turf houses', 'Turf roof,']],
    ['a collection by part of its name', 'in:timber', ['Turf houses', 'Turf roof,']],
    ['links in no collection', 'in:uncategorized', ['Loose']],
    ['the root by its name on pages', 'in:dashboard', ['Loose']],
    ['not in a collection', '-in:research', ['Bread', 'Loose']],
    ['a site with its sub-domains', 'site:example.org', ['Iceland cold', 'Turf houses', 'Turf roof,']],
    ['a site as an address', 'site:https://www.coldhouse.example.org/other', ['Turf houses']],
    ['not a site', '-site:example.org', ['Bread', 'Loose']],
    ['percent signs are literal', 'site:%', []],
    ['a category', 'type:video', ['Turf roof,']],
    ['several categories', 'type:video type:note', ['Bread', 'Turf roof,']],
    ['not a category', 'turf -type:video', ['Iceland cold', 'Turf houses']],
    ['favourites', 'is:favourite', ['Bread']],
    ['no favourites', '-is:favorite turf', ['Iceland cold', 'Turf houses', 'Turf roof,']],
    ['words with several filters', 'turf in:research site:example.org -tag:art type:page', ['Turf houses']],
    ['an unfinished operator', 'bread tag:', ['Bread']],
    ['an unknown operator', 'bread: ', ['Bread']],
  ])('SRCH-07 %s: %s', async (_what, input, expected) => {
    expect(await names(input)).toEqual(expected)
    const counts = (await ada.call(contract.countSearchResults, { input })).category_counts
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(expected.length)
  })

  test('SRCH-07 recognises a site with and without its port, at any length of its name', async () => {
    const bob = await signIn(app, 'bob')
    const long = `${'a'.repeat(50)}.${'b'.repeat(40)}.example.net`
    for (const [name, link] of [
      ['Port', 'http://port.example.org:8080/x'],
      ['Long', `https://${long}/site`],
      ['None', ''],
    ])
      await bob.call(saveLink, { name: name!, link: link!, category: link ? 3 : 4, desc: 'text' })
    const on = async (input: string) =>
      (await bob.call(contract.searchLibrary, { input })).links.map(link => link.name).sort()
    expect(await on('site:example.org')).toEqual(['Port'])
    expect(await on('site:port.example.org:8080')).toEqual(['Port'])
    expect(await on('site:port.example.org:81')).toEqual([])
    expect(await on('site:example.net')).toEqual(['Long'])
    expect(await on(`site:${long}`)).toEqual(['Long'])
    expect(await on('-site:example.net')).toEqual(['None', 'Port'])
  })

  test('SRCH-07 TAG-05 no search matches a deleted or merged tag until its restoration', async () => {
    const eve = await signIn(app, 'eve')
    for (const tag of ['sagas', 'runes', 'norse'])
      await eve.call(saveLink, { name: `On ${tag}`, link: '', category: 4, desc: 'text', tags: [tag] })
    const ids = new Map((await eve.call(listTags, {})).map(tag => [tag.name, tag._id]))
    const tagged = async (input: string, type?: Search['type']) =>
      (await eve.call(contract.searchLibrary, { input, type })).links.map(link => link.name).sort()
    await eve.call(deleteTags, { tags: [ids.get('sagas')!] })
    await eve.call(mergeTags, { tags: [ids.get('runes')!], into: ids.get('norse')! })
    // Both are only marked as deleted, and can be restored for an hour.
    for (const input of ['tag:sagas', 'tag:sag', 'tag:runes', 'tag:rune'])
      expect(await tagged(input)).toEqual([])
    expect(await tagged('sagas', 'tag')).toEqual([])
    expect(await tagged('tag:norse')).toEqual(['On norse', 'On runes'])
    expect(await tagged('on -tag:sagas')).toEqual(['On norse', 'On runes', 'On sagas'])
    expect((await eve.call(autofillTags, { input: 's' })).map(tag => tag.name)).toEqual(['norse'])
    await eve.call(restoreTags, { tags: [ids.get('sagas')!, ids.get('runes')!] })
    expect(await tagged('tag:sagas')).toEqual(['On sagas'])
    expect(await tagged('tag:runes')).toEqual(['On runes'])
    expect(await tagged('tag:norse')).toEqual(['On norse'])
  })

  test('SRCH-07 before and after a day, month or year', async () => {
    expect(await names(`after:${year} turf`)).toHaveLength(3)
    expect(await names(`before:${year} turf`)).toHaveLength(0)
    expect(await names(`after:${year + 1}`)).toHaveLength(0)
    expect(await names(`before:${year + 1}-02-01 in:kitchen`)).toEqual(['Bread'])
  })

  test('SRCH-07 newest or oldest first on request', async () => {
    const ids = async (order: 1 | 2) => (await find('turf', { order })).links.map(link => link.name)
    expect(await ids(2)).toEqual((await ids(1)).toReversed())
    expect((await ids(2))[0]).toBe('Turf houses of Iceland')
  })

  test('SRCH-04 finds collections by words, and omits them when a filter applies', async () => {
    expect((await find('"turf"')).folders.map(folder => folder.name)).toEqual(['Turf & timber'])
    expect((await find('turf tag:iceland')).total_folders).toBe(0)
  })

  test('SRCH-03 a clicked tag returns only its own links', async () => {
    expect(await names('art', { type: 'tag' })).toEqual(['Iceland cold'])
    expect(await names('#ART', { type: 'tag' })).toEqual(['Iceland cold'])
    expect(await names('arti', { type: 'tag' })).toEqual(['Bread'])
    expect(await names('art', { type: 'tag', category: 2 })).toEqual([])
  })

  test('SRCH-05 the paid search finds links or collections', async () => {
    const links = await ada.call(contract.proSearch, { input: 'timber turf', type: 1 })
    expect(links.total_folders).toBe(0)
    const folders = await ada.call(contract.proSearch, { input: 'timber', type: 2 })
    expect(folders.folders.map(folder => folder.name)).toEqual(['Turf & timber'])
    expect(folders.links).toEqual([])
  })

  test('X12 no input causes an error', async () => {
    for (const input of [
      'tag:"',
      'in:\\',
      'site:[',
      'site:http://',
      "tag:'--",
      '-',
      '--',
      '"""',
      'before:9999',
      `tag:${'x'.repeat(190)}`,
    ])
      expect((await find(input)).total).toBeTypeOf('number')
  })
})
