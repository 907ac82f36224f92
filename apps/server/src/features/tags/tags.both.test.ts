import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { moveLinks, saveLink, saveLinks, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import * as contract from '@nestmark/contract/tags'
import { deleteTrashedLinks } from '@nestmark/contract/trash'
import { errorTexts } from '@nestmark/texts/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

const save = (name: string, tags: string[], more: object = {}) =>
  ada.call(saveLink, { name, desc: name, category: 4, tags, ...more })
const counts = async (who = ada) =>
  Object.fromEntries((await who.call(contract.listTags, {})).map(tag => [tag.name, tag.links_count]))
const inOrder = async () => expect((await checkIntegrity(app.services.db)).findings).toEqual([])

describe('get-all-tags', () => {
  test('TAG-03 TAG-01 all tags with their counts, by name or by links, in pages, found regardless of case and accents', async () => {
    await save('One', ['élan', 'Zoo'])
    await save('Two', ['Zoo', 'elbow'])
    await ada.call(contract.addTags, { tags: Array.from({ length: 60 }, (_, n) => `number ${n + 10}`) })
    const all = await ada.call(contract.listTags, {})
    expect(all.length).toBe(63)
    expect(all.map(tag => tag.name).slice(0, 3)).toEqual(['élan', 'elbow', 'number 10'])
    expect((await ada.call(contract.listTags, { sort: 'links' })).slice(0, 3)).toMatchObject([
      { name: 'Zoo', links_count: 2 },
      { name: 'élan', links_count: 1 },
      { name: 'elbow', links_count: 1 },
    ])
    const pages = await Promise.all([1, 2, 3].map(page => ada.call(contract.listTags, { page })))
    expect(pages.map(page => page.length)).toEqual([50, 13, 0])
    expect(pages.flat()).toEqual(all)
    const found = async (input: string) => (await ada.call(contract.listTags, { input })).map(tag => tag.name)
    expect([await found('EL'), await found('#ELAN'), await found('oo'), await found('%')]).toEqual([
      ['élan', 'elbow'],
      ['élan'],
      ['Zoo'],
      [],
    ])
    expect(await signIn(app, 'xaver').then(xaver => counts(xaver))).toEqual({})
  })

  test('TAG-01 TAG-03 counts follow every change of links, and the trash does not count', async () => {
    const place = await ada.call(createCollection, { name: 'Place' })
    const one = await save('One', ['a', 'b'])
    const two = await save('Two', ['a', 'c'], { parent: place._id })
    await ada.call(saveLinks, { links: [{ name: 'Three', desc: 'x', category: 4, tags: ['a'] }] })
    expect(await counts()).toEqual({ a: 3, b: 1, c: 1 })
    await ada.call(updateLink, { link_id: one._id, tags: ['b', 'd'] })
    expect(await counts()).toEqual({ a: 2, b: 1, c: 1, d: 1 })
    await ada.call(trashLinks, { linkIdArr: [one._id] })
    await ada.call(trashCollections, { folderIdArr: [place._id] })
    expect(await counts()).toEqual({ a: 1, b: 0, c: 0, d: 0 })
    await inOrder()
    // Changed while it is in the trash.
    await ada.call(updateLink, { link_id: one._id, tags: ['b', 'e'] })
    await ada.call(moveLinks, { links: [two._id], move_to: ada.rootId })
    expect(await counts()).toEqual({ a: 2, b: 0, c: 1, d: 0, e: 0 })
    await ada.call(trashLinks, { linkIdArr: [one._id], isTrash: 0 })
    await ada.call(trashCollections, { folderIdArr: [place._id], isTrash: 0 })
    expect(await counts()).toEqual({ a: 2, b: 1, c: 1, d: 0, e: 1 })
    await inOrder()
    await ada.call(trashLinks, { linkIdArr: [two._id] })
    await ada.call(deleteTrashedLinks, { linkIdArr: [two._id] })
    expect(await counts()).toEqual({ a: 1, b: 1, c: 0, d: 0, e: 1 })
    await inOrder()
  })

  test('TAG-03 counts a link of a collection in the trash, trashed and restored individually, once', async () => {
    const place = await ada.call(createCollection, { name: 'Place' })
    const link = await save('One', ['a'], { parent: place._id })
    await ada.call(trashLinks, { linkIdArr: [link._id] })
    await ada.call(trashCollections, { folderIdArr: [place._id] })
    await ada.call(trashLinks, { linkIdArr: [link._id], isTrash: 0 })
    expect(await counts()).toEqual({ a: 1 })
    await inOrder()
  })

  test('TAG-03 counts stay correct with concurrent saves, edits, trash actions, deletions and restores', async () => {
    const links = await Promise.all(Array.from({ length: 8 }, (_, n) => save(`Start ${n}`, ['a', `t${n}`])))
    const { a } = await ada.call(contract.addTags, { tags: ['a'] })
    const actions: Promise<unknown>[] = []
    for (const [n, link] of links.entries()) {
      actions.push(save(`New ${n}`, ['a', 'b', `t${n}`]))
      actions.push(ada.call(updateLink, { link_id: link._id, tags: ['b', 'a', `u${n}`] }))
      if (n % 2) actions.push(ada.call(trashLinks, { linkIdArr: [link._id] }))
      if (n === 3) actions.push(ada.call(contract.deleteTags, { tags: [a!] }))
    }
    await Promise.all(actions)
    await inOrder()
    // Links saved after the deletion created the tag again: no link lost a tag that was added afterwards.
    await ada.call(contract.restoreTags, { tags: [a!] })
    expect((await counts()).a).toBe(12)
    await inOrder()
  })
})

describe('adding', () => {
  test('TAG-03 TAG-02 add-new-tags maps names to ids, keeps existing tags, and reports errors', async () => {
    await save('One', ['Trains'])
    const known = (await ada.call(contract.listTags, {}))[0]!
    const made = await ada.call(contract.addTags, { tags: [' #maps ', 'trains', 'MAPS', '東京'] })
    expect(Object.keys(made)).toEqual(['maps', 'trains', '東京'])
    expect(made.trains).toBe(known._id)
    expect(await counts()).toEqual({ maps: 0, Trains: 1, 東京: 0 })
    for (const [tags, code] of [
      [[], 'tags.nameRequired'],
      [[' '], 'tags.nameRequired'],
      [['x'.repeat(33)], 'tags.nameTooLong'],
    ] as const) {
      const refusal = await ada
        .call(contract.addTags, { tags: [...tags] })
        .catch((error: unknown) => error as { status: number; message: string })
      expect(refusal).toMatchObject({ status: 400, message: errorTexts[code] })
    }
    expect(errorTexts['tags.nameRequired']).toBe('Tags is required')
    expect(errorTexts['tags.nameTooLong']).toBe('Tag length should be below 32 characters')
    expect((await ada.call(contract.addTags, { tags: ['y'.repeat(32)] }))['y'.repeat(32)]).toBeTruthy()
  })
})

describe('category-count and super-tags', () => {
  test('TAG-03 TAG-06 counts and finds the category of a link as its built-in tag', async () => {
    await save('A note', ['own'])
    const link = await ada.call(saveLink, { name: 'Clip', link: 'https://example.org/v', category: 2 })
    expect(link.category_text).toBe('watch')
    await ada.call(trashLinks, { linkIdArr: [(await save('Deleted', []))._id] })
    expect(await ada.call(contract.countByCategory, {})).toEqual({
      category_counts: [0, 1, 0, 1, 0],
      tags_count: 1,
    })
    const found = await ada.call(searchLibrary, { input: 'watch', type: 'category' })
    expect(found.links.map(each => each.name)).toEqual(['Clip'])
    await ada.call(contract.addTags, { tags: ['other'] })
    expect((await ada.call(contract.countByCategory, { input: 'OTH' })).tags_count).toBe(1)
  })
})

describe('autofill-tags', () => {
  const names = async (input: object) =>
    (await ada.call(contract.autofillTags, input)).map(({ _id, name }) => (_id === null ? `+${name}` : name))

  test('TAG-06 TAG-03 while typing: prefix matches before substring matches, the most used first, no chosen tag again', async () => {
    await save('One', ['night trains', 'trains', 'training'])
    await save('Two', ['training'])
    await save('Three', ['rain'])
    expect(await names({ input: '#TRAIN' })).toEqual(['training', 'trains', 'night trains'])
    expect(await names({ input: 'train', tags: ['Training'] })).toEqual(['trains', 'night trains'])
    expect(await names({ input: 'nothing so' })).toEqual([])
    expect(await names({ input: 'mod', keywords: ['Model railways', 'other'] })).toEqual(['+Model railways'])
  })

  test('TAG-06 for a page: own tags in its words, keywords and host, tags of similar links, then its keywords', async () => {
    await save('Unrelated', ['cooking', 'night-train', 'github', 'café'])
    for (const n of [1, 2, 3])
      await ada.call(saveLink, {
        name: `Map ${n}`,
        link: `https://maps.example.org/sheet/${n}`,
        category: 3,
        tags: n < 3 ? ['cartography', 'paper'] : ['cartography'],
      })
    await ada.call(saveLink, {
      name: 'Reconstructing medieval harbours',
      link: 'https://elsewhere.example.net/1',
      category: 3,
      tags: ['history'],
    })
    expect(await names({ link: 'https://github.com/x/y', name: 'The night train to Café Central' })).toEqual(
      expect.arrayContaining(['night-train', 'github', 'café']),
    )
    expect(await names({ link: 'https://maps.example.org/other' })).toEqual(['cartography', 'paper'])
    expect(
      await names({ link: 'https://a.example.com', name: 'Medieval items, reconstructing more' }),
    ).toEqual(['history'])
    const keywords = ['Railways', 'COOKING', 'x'.repeat(40), 'railways']
    expect(await names({ link: 'https://b.example.com', keywords })).toEqual(['cooking', '+railways'])
    expect(await names({ link: 'https://b.example.com', keywords, tags: ['railways', 'cooking'] })).toEqual(
      [],
    )
    // Nothing of other people, and nothing of the trash.
    const xaver = await signIn(app, 'xaver')
    expect(await xaver.call(contract.autofillTags, { link: 'https://maps.example.org/other' })).toEqual([])
  })
})

test('TAG-06 suggests the most used tags before typing', async () => {
  const owner = await signIn(app, 'ada')
  const save = (tags: string[]) => owner.call(saveLink, { name: 'Note', desc: 'Words', category: 4, tags })
  await save(['often', 'seldom'])
  await save(['often'])
  expect((await owner.call(contract.autofillTags, {})).map(tag => tag.name)).toEqual(['often', 'seldom'])
})

test('TAG-03 TAG-01 names sort with their numbers in numerical order', async () => {
  const owner = await signIn(app, 'ada')
  await owner.call(contract.addTags, { tags: ['L10', 'L2', 'l1', 'La'] })
  const byName = (await owner.call(contract.listTags, { sort: 'name' })).map(tag => tag.name)
  expect(byName.filter(name => /^l/i.test(name))).toEqual(['l1', 'L2', 'L10', 'La'])
})

test('TAG-06 one word, or a section of a site, in common with other links is enough for a suggestion', async () => {
  const owner = await signIn(app, 'ruth')
  const save = (name: string, link: string, tags: string[]) =>
    owner.call(saveLink, { name, link, category: 3, tags })
  const first = async (input: object) => (await owner.call(contract.autofillTags, input))[0]?.name
  await save('Sourdough for the patient', 'https://a.example.net/1', ['baking'])
  await save('Grafting for the impatient', 'https://b.example.net/1', ['garden'])
  for (let n = 0; n < 3; n++) await save(`Drums ${n}`, `https://forge.example.org/otto/d${n}`, ['drums'])
  for (let n = 0; n < 2; n++)
    await save(`Parsers ${n}`, `https://forge.example.org/ruth/p${n}`, ['compilers'])
  expect(await first({ link: 'https://c.example.com', name: 'A sourdough primer' })).toBe('baking')
  expect(await first({ link: 'https://forge.example.org/ruth/other', name: 'Other' })).toBe('compilers')
  expect(await first({ link: 'https://forge.example.org/otto/other', name: 'Other' })).toBe('drums')
})

test('TAG-06 a word that all links of the library have suggests nothing', async () => {
  const owner = await signIn(app, 'willem')
  for (let n = 0; n < 40; n++)
    await owner.call(saveLink, { name: `Notes about ${n}`, desc: 'x', category: 4, tags: [`tag ${n % 4}`] })
  expect(await owner.call(contract.autofillTags, { name: 'Something about this' })).toEqual([])
})
