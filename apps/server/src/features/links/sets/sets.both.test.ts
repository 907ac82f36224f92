import * as collections from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { listTags } from '@nestmark/contract/tags'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
})
afterAll(() => app.stop())

type Ask = Partial<Input<typeof contract.listCollectionLinks>>
const create = (name: string, parent?: string) => ada.call(collections.createCollection, { name, parent })
async function save(name: string, parent: string, more: Partial<Input<typeof contract.saveLink>> = {}) {
  app.clock.now += 1
  return ada.call(contract.saveLink, { name, desc: 'Words', category: 4, parent, ...more })
}
const names = async (folder_id: string, more: Ask = {}) =>
  (await ada.call(contract.listCollectionLinks, { folder_id, ...more })).links.map(link => link.name)

test('LINK-11 by date, title or host, ascending and descending, ignoring accents and quotes', async () => {
  const place = await create('Sorted')
  await save('“Émile”', place._id, { link: 'https://www.zebra.org/a' })
  await save('dora', place._id, { link: 'http://Alpha.org:8080/b' })
  await save('Frida', place._id)
  expect(await names(place._id)).toEqual(['Frida', 'dora', '“Émile”'])
  expect(await names(place._id, { sort: 'title', order: 2 })).toEqual(['dora', '“Émile”', 'Frida'])
  expect(await names(place._id, { sort: 'title', order: 1 })).toEqual(['Frida', '“Émile”', 'dora'])
  // Links without a host come last.
  expect(await names(place._id, { sort: 'host', order: 2 })).toEqual(['dora', '“Émile”', 'Frida'])
  await expect(names(place._id, { sort: 'size' as 'date' })).rejects.toMatchObject({ status: 400 })
})

test('LINK-11 a changed title or address changes the sort position', async () => {
  const place = await create('Changed')
  const b = await save('b', place._id, { link: 'https://b.org' })
  await save('c', place._id, { link: 'https://c.org' })
  await ada.call(contract.updateLink, { link_id: b._id, name: 'd', link: 'https://d.org' })
  expect(await names(place._id, { sort: 'title', order: 2 })).toEqual(['c', 'd'])
  expect(await names(place._id, { sort: 'host', order: 2 })).toEqual(['c', 'd'])
})

test('LINK-11 with sub-collections: all descendants, without the trash, in every order', async () => {
  const top = await create('Top')
  const middle = await create('Middle', top._id)
  const low = await create('Low', middle._id)
  const trashed = await create('Deleted', top._id)
  await save('a in top', top._id)
  await save('c in low', low._id, { category: 3, link: 'https://low.org' })
  await save('b in middle', middle._id, { tags: ['here'] })
  await save('d in deleted', trashed._id)
  await ada.call(collections.trashCollections, { folderIdArr: [trashed._id] })
  const sub = { include_sub: 1 as const }
  expect(await names(top._id, sub)).toEqual(['b in middle', 'c in low', 'a in top'])
  for (const sort of ['title', 'host'] as const)
    expect((await names(top._id, { ...sub, sort, order: 2 })).length).toBe(3)
  expect(await names(top._id, { ...sub, sort: 'title', order: 2 })).toEqual([
    'a in top',
    'b in middle',
    'c in low',
  ])
  expect(await names(top._id, { ...sub, category: 3 })).toEqual(['c in low'])
  expect(await names(top._id, { ...sub, input: 'here' })).toEqual(['b in middle'])
  const answer = await ada.call(contract.listCollectionLinks, { folder_id: top._id, ...sub })
  expect([answer.total, answer.links.map(link => link.parent_name)]).toEqual([3, ['Middle', 'Low', 'Top']])
  expect(
    (await ada.call(contract.listCollectionLinks, { folder_id: top._id, ...sub, category: 4 })).total,
  ).toBe(2)
  expect((await names(ada.rootId, sub)).length).toBeGreaterThan(3)
  // A collection in the trash still shows the links that were trashed with it.
  expect(await names(trashed._id, sub)).toEqual(['d in deleted'])
})

test('LINK-11 category, tag and favourite filters combine, and users without access see no links', async () => {
  const place = await create('Filtered')
  const one = await save('one', place._id, { tags: ['red', 'blue'] })
  const two = await save('two', place._id, { tags: ['red'], category: 3, link: 'https://two.org' })
  await save('three', place._id, { tags: ['blue'] })
  const red = (await ada.call(listTags, {})).find(tag => tag.name === 'red')!._id
  await ada.call(contract.favouriteLinks, { links: [one._id, two._id], is_fav: 1 })
  expect(await names(place._id, { tag: red })).toEqual(['two', 'one'])
  expect(await names(place._id, { tag: red, category: 3 })).toEqual(['two'])
  expect(await names(place._id, { favourite: 1, order: 2 })).toEqual(['one', 'two'])
  expect(await names(place._id, { favourite: 1, tag: red, input: 'two' })).toEqual(['two'])
  const library = await ada.call(contract.listDashboardLinks, { tag: red, sort: 'title', order: 2 })
  expect([library.total, library.links.map(link => link.name)]).toEqual([2, ['one', 'two']])
  const xaver = await signIn(app, 'xaver')
  expect((await xaver.call(contract.listDashboardLinks, { tag: red })).total).toBe(0)
  await expect(
    xaver.call(contract.listCollectionLinks, { folder_id: place._id, include_sub: 1 }),
  ).rejects.toMatchObject({
    status: 403,
  })
})

test('LINK-11 scans a large part of a large library in order, collects and sorts a small one, and returns the same result', async () => {
  const zoe = await signIn(app, 'zoe', 2)
  const at = app.clock.now
  const place = await zoe.call(collections.createCollection, { name: 'Large' })
  const inner = await zoe.call(collections.createCollection, { name: 'Inner', parent: place._id })
  const other = await zoe.call(collections.createCollection, { name: 'Other' })
  const links = (n: number, from: number) =>
    Array.from({ length: n }, (_, i) => ({
      name: `N ${String(from + i * 2).padStart(5, '0')}`,
      desc: 'x',
      category: 4,
    }))
  for (let n = 0; n < 12; n++) {
    await zoe.call(contract.saveLinks, { parent: inner._id, links: links(100, n * 400) })
    await zoe.call(contract.saveLinks, { parent: other._id, links: links(100, n * 400 + 1) })
  }
  app.clock.now = at
  const first = await zoe.call(contract.listCollectionLinks, {
    folder_id: place._id,
    include_sub: 1,
    sort: 'title',
    order: 2,
    page: 2,
  })
  expect([first.total, first.links[0]!.name, first.links.every(link => link.parent === inner._id)]).toEqual([
    1200,
    'N 00100',
    true,
  ])
  const only = await zoe.call(contract.listCollectionLinks, { folder_id: inner._id, sort: 'title', order: 2 })
  expect([only.links[0]!.name, only.links[49]!.name]).toEqual(['N 00000', 'N 00098'])
})
