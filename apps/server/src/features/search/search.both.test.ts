import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/search/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
let xaver: Person
const saved: Record<string, string> = {}

const library = [
  [
    'Wie man Öfen baut: Größe und Straße',
    'https://ofen.example.de/groesse',
    'Ein Handbuch',
    ['Wörterbuch'],
    3,
  ],
  ['How turf houses made Iceland warm', 'https://coldhouse.example.org/turf-houses', '', ['vernacular'], 3],
  ['東京の喫茶店をめぐる', 'https://kissaten.example.jp/', '昭和の椅子と珈琲', ['珈琲'], 2],
  ['데이터는 어디에 있는가', 'https://data.example.kr/', '', ['역사'], 4],
  ['Дома из дёрна: северная архитектура', 'https://domizderna.example.ru/', '', [], 3],
  ['كيف تُبنى البيوت الطينية', 'https://archive.example.ye/', '', [], 3],
  ['Plain title', 'https://guide.example.org/reconstruction', 'Mentions turf once in passing', [], 1],
] as const

beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  xaver = await signIn(app, 'xaver')
  for (const [name, link, desc, tags, category] of library)
    saved[name] = (
      await ada.call(saveLink, { name, link, desc: desc || 'text', tags: [...tags], category })
    )._id
  await xaver.call(saveLink, { name: 'Turf of a stranger', link: 'https://example.org', category: 3 })
})
afterAll(() => app.stop())

type Search = Partial<Input<typeof contract.searchLibrary>>
const find = (input: string, more: Search = {}) => ada.call(contract.searchLibrary, { input, ...more })
const titles = async (input: string, more: Search = {}) =>
  (await find(input, more)).links.map(link => link.name)

describe('SRCH-07 matches', () => {
  test.each([
    ['a word', 'houses', 'How turf houses made Iceland warm'],
    ['a prefix', 'icel', 'How turf houses made Iceland warm'],
    ['a substring of a word', 'construct', 'Plain title'],
    ['a substring in another script', 'итектур', 'Дома из дёрна: северная архитектура'],
    ['without its accents', 'oefen', undefined],
    ['accents folded', 'ofen grosse strasse', 'Wie man Öfen baut: Größe und Straße'],
    ['extra accents in the query', 'ícéland', 'How turf houses made Iceland warm'],
    ['a tag', 'worterbuch', 'Wie man Öfen baut: Größe und Straße'],
    ['an address', 'coldhouse', 'How turf houses made Iceland warm'],
    ['two characters of a script without spaces', '喫茶', '東京の喫茶店をめぐる'],
    ['one character of it', '椅', '東京の喫茶店をめぐる'],
    ['a longer run of it', '喫茶店をめ', '東京の喫茶店をめぐる'],
    ['Hangul by its prefix', '데이터', '데이터는 어디에 있는가'],
    ['Arabic without its vowel marks', 'تبنى', 'كيف تُبنى البيوت الطينية'],
    ['е for ё', 'дерна', 'Дома из дёрна: северная архитектура'],
    ['words of several fields', 'turf passing', 'Plain title'],
  ])('SRCH-07 %s: %s', async (_what, input, expected) => {
    expect(await titles(input)).toEqual(expected ? [expected] : [])
  })

  test('SRCH-07 a match in the title ranks above one in the description', async () => {
    expect(await titles('turf')).toEqual(['How turf houses made Iceland warm', 'Plain title'])
  })

  test('SRCH-07 rank depends on the field: title, tags, address, description; newer first only when equal', async () => {
    const zoe = await signIn(app, 'zoe')
    const save = (name: string, host: string, desc: string, tags: string[]) =>
      zoe.call(saveLink, { name, link: `https://${host}.example.net/`, desc, category: 3, tags })
    await save('Sourdough at home', 'one', 'As good', ['food'])
    await save('By the tag', 'two', 'As good', ['sourdough'])
    await save('By the address', 'sourdough', 'As good', ['food'])
    await save('By the text', 'four', 'Of sourdough', ['food'])
    await save('By newer text', 'five', 'Of sourdough', ['food'])
    const order = ['Sourdough at home', 'By the tag', 'By the address', 'By newer text', 'By the text']
    for (const input of ['sourdough', 'sourd'])
      expect(
        (await zoe.call(contract.searchLibrary, { input })).links.map(link => link.name),
        input,
      ).toEqual(order)
  })

  test('SRCH-07 pairs of an unspaced run must be adjacent', async () => {
    expect(await titles('京東')).toEqual([])
    expect(await titles('東茶')).toEqual([])
  })

  test('SRCH-07 returns matches outside the title as excerpts', async () => {
    const { links } = await find('passing')
    expect(links[0]!.excerpt).toEqual({ field: 'desc', parts: ['Mentions turf once in ', 'passing'] })
  })

  test('X12 treats quotes, operators and characters of the query language as literal', async () => {
    for (const input of [
      '"turf',
      'turf OR',
      "turf' & !",
      'title : turf',
      'turf*',
      '(turf)',
      'NEAR(turf)',
      '% _ \\',
    ])
      expect((await find(input)).total).toBeTypeOf('number')
    expect(await titles('"turf" (houses)')).toEqual(['How turf houses made Iceland warm'])
  })
})

describe('SRCH-05 types', () => {
  test('SRCH-05 title, address, tag and category, by code and by name', async () => {
    expect(await titles('turf', { type: 1 })).toEqual(['How turf houses made Iceland warm'])
    expect(await titles('guide', { type: 2 })).toEqual(['Plain title'])
    expect(await titles('turf', { type: 'linkUrl' })).toEqual(['How turf houses made Iceland warm'])
    expect(await titles('vernacular', { type: 4 })).toEqual(['How turf houses made Iceland warm'])
    expect(await titles('watch', { type: 5 })).toEqual(['東京の喫茶店をめぐる'])
    expect(await titles('see', { type: 'category' })).toEqual(['Plain title'])
    expect(await titles('turf', { category: 1 })).toEqual(['Plain title'])
  })

  test('SRCH-05 collections by part of their name, with their breadcrumb', async () => {
    const research = await ada.call(createCollection, { name: 'Research' })
    await ada.call(createCollection, { name: 'Turf & timber', parent: research._id })
    const found = await find('urf', { type: 'collectionName' })
    expect(found.links).toEqual([])
    expect(found.folders.map(each => each.breadcrumb.map(entry => entry.name))).toEqual([
      ['Research', 'Turf & timber'],
    ])
    expect((await find('turf')).total_folders).toBe(1)
    // Every field of the links, and the collections.
    for (const type of ['everything', 8] as const) {
      const all = await find('turf', { type })
      expect([all.total, all.total_folders]).toEqual([(await find('turf', { type: 'link' })).total, 1])
      expect(all.total).toBeGreaterThan(1)
    }
  })

  test('SRCH-05 an empty result has its message', async () => {
    const answer = await fetch(`${app.origin}/api/search-links-folders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: 'zzzz', type: 1, page: 1 }),
    })
    expect(await answer.json()).toMatchObject({ status: 200, message: 'No results matching your query!' })
  })

  test('SRCH-07 a misspelt word gets the nearest one that finds a link', async () => {
    const suggest = async (input: string, person = ada) =>
      (await person.call(contract.suggestSpelling, { input })).suggestion
    expect(await suggest('icelnad')).toBe('iceland')
    expect(await suggest('turv houses tag:vernacular')).toBe('turf houses tag:vernacular')
    expect(await suggest('iceland')).toBeNull()
    expect(await suggest('icel')).toBeNull()
    expect(await suggest('"icelnad"')).toBeNull()
    expect(await suggest('icelnad tag:nowhere')).toBeNull()
    expect(await suggest('qqqqqq')).toBeNull()
    // Only words of the caller's own links.
    expect(await suggest('icelnad', await signIn(app, 'nobody'))).toBeNull()
  })

  test('SRCH-04 the matches by category', async () => {
    expect(await ada.call(contract.countSearchResults, { input: 'turf' })).toEqual({
      category_counts: [1, 0, 1, 0, 0],
    })
  })
})

describe('SRCH-07 exclusions', () => {
  test('Z01 nothing of other people', async () => {
    expect(await titles('stranger')).toEqual([])
    expect((await xaver.call(contract.searchLibrary, { input: 'turf' })).total).toBe(1)
  })

  test('SRCH-07 excludes trashed links, alone or with their collection, and includes them after their restoration', async () => {
    const place = await ada.call(createCollection, { name: 'Hideout' })
    const link = await ada.call(saveLink, {
      name: 'Xylophone',
      link: 'https://x.example.org',
      category: 3,
      parent: place._id,
    })
    await ada.call(trashCollections, { folderIdArr: [place._id], isTrash: 1 })
    expect([(await find('xylophone')).total, (await find('hideout')).total_folders]).toEqual([0, 0])
    await ada.call(trashCollections, { folderIdArr: [place._id], isTrash: 0 })
    expect(await titles('xylophone')).toEqual(['Xylophone'])
    await ada.call(trashLinks, { linkIdArr: [link._id], isTrash: 1 })
    expect((await find('xylophone')).total).toBe(0)
    await ada.call(trashLinks, { linkIdArr: [link._id], isTrash: 0 })
    expect(await titles('xylophone')).toEqual(['Xylophone'])
  })

  test('SRCH-07 finds a changed link by its new words only', async () => {
    await ada.call(updateLink, { link_id: saved['Plain title']!, name: 'Quaint title', tags: ['marimba'] })
    expect(await titles('plain')).toEqual([])
    expect(await titles('quaint')).toEqual(['Quaint title'])
    expect(await titles('marimba')).toEqual(['Quaint title'])
  })

  test('SRCH-07 each page continues where the last one ended', async () => {
    for (let n = 0; n < 60; n++)
      await xaver.call(saveLink, { name: `Balafon ${n}`, link: 'https://b.example.org', category: 3 })
    const page = (n: number) => xaver.call(contract.searchLibrary, { input: 'balafon', page: n })
    const [first, second] = [await page(1), await page(2)]
    expect([first.links.length, second.links.length, first.total]).toEqual([50, 10, 60])
    expect(new Set([...first.links, ...second.links].map(link => link._id)).size).toBe(60)
  })
})
