import * as collections from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

type Form = Partial<Input<typeof contract.saveLink>>
const save = (more: Form = {}, who = ada) =>
  who.call(contract.saveLink, { link: 'https://example.org/turf', name: 'Turf houses', category: 3, ...more })
const create = (name: string, parent?: string) => ada.call(collections.createCollection, { name, parent })
const message = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    (error: Error) => error.message,
  )
const folder = async (id: string) => (await ada.call(collections.getCollection, { folder_id: id })).folder

describe('LINK-11 lists', () => {
  test('LINK-11 newest or oldest first, 50 per page, filtered by text and category', async () => {
    const place = await create('Listed')
    for (let n = 1; n <= 52; n++) {
      app.clock.now += 1
      await save({
        parent: place._id,
        name: `Number ${n}`,
        category: n % 2 ? 3 : 1,
        tags: n === 7 ? ['septième'] : [],
      })
    }
    const list = (more: Partial<Input<typeof contract.listCollectionLinks>>) =>
      ada.call(contract.listCollectionLinks, { folder_id: place._id, ...more })
    const first = await list({})
    expect([first.links.length, first.total, first.page, first.links[0]!.name]).toEqual([
      50,
      52,
      1,
      'Number 52',
    ])
    expect((await list({ page: 2 })).links.map(link => link.name)).toEqual(['Number 2', 'Number 1'])
    expect((await list({ order: 2 })).links[0]!.name).toBe('Number 1')
    expect((await list({ category: 1 })).total).toBe(26)
    expect((await list({ input: 'SEPTIEME' })).links.map(link => link.name)).toEqual(['Number 7'])
    expect((await list({ input: '%' })).total).toBe(0)
  })

  test('COL-04 refresh-folder-links lists the direct content of a collection now', async () => {
    const place = await create('Refreshed')
    const inner = await create('Inside', place._id)
    const names = async (more: { order?: 1 | 2; page?: number } = {}) => {
      const { links, total } = await ada.call(contract.refreshCollectionLinks, {
        parent_id: place._id,
        ...more,
      })
      return [total, ...links.map(link => link.name)]
    }
    expect(await names()).toEqual([0])
    for (const name of ['First', 'Second']) {
      app.clock.now += 1
      await save({ parent: place._id, name })
    }
    await save({ parent: inner._id, name: 'Deeper' })
    expect(await names()).toEqual([2, 'Second', 'First'])
    expect(await names({ order: 2 })).toEqual([2, 'First', 'Second'])
    expect(await names({ page: 2 })).toEqual([2])
    await expect(ada.call(contract.refreshCollectionLinks, { parent_id: 'nothing' })).rejects.toMatchObject({
      code: 'collections.notFound',
    })
  })

  test('C08 rejects an invalid page number', async () => {
    for (const page of [0, -1, 1.5, 1e9])
      await expect(ada.call(contract.listDashboardLinks, { page })).rejects.toMatchObject({ status: 400 })
  })

  test('NAV-12 the dashboard lists the newest links of the entire library, or those in no collection', async () => {
    const zoe = await signIn(app, 'zoe', 2)
    const place = await zoe.call(collections.createCollection, { name: 'Deep' })
    await save({ name: 'Loose' }, zoe)
    app.clock.now += 1
    await save({ name: 'Saved', parent: place._id }, zoe)
    const names = async (more = {}) =>
      (await zoe.call(contract.listDashboardLinks, more)).links.map(link => link.name)
    expect(await names()).toEqual(['Saved', 'Loose'])
    expect(await names({ folder_id: zoe.rootId })).toEqual(['Loose'])
    expect((await zoe.call(contract.listDashboardLinks, {})).total).toBe(2)
  })
})

describe('LINK-12 moving and favourites', () => {
  test('LINK-12 refusals use the exact messages, and the counters follow', async () => {
    const [from, to] = [await create('Links from'), await create('Links to')]
    const link = await save({ parent: from._id })
    const move = (links: string[], move_to?: string) => ada.call(contract.moveLinks, { links, move_to })
    expect(await message(move([], to._id))).toBe('Choose atleast one link')
    expect(await message(move([link._id]))).toBe('Choose destination folder')
    await move([link._id], to._id)
    expect([(await folder(from._id)).links_count, (await folder(to._id)).links_count]).toEqual([0, 1])
    expect((await ada.call(contract.listCollectionLinks, { folder_id: to._id })).links[0]!._id).toBe(link._id)
  })

  test('FAV-02 favourite links, and the message for an empty list', async () => {
    const zoe = await signIn(app, 'zoe', 2)
    const ask = () =>
      fetch(`${app.origin}/api/get-all-favs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${zoe.token}` },
      })
    expect(await (await ask()).json()).toMatchObject({
      message: 'No links in favourites!',
      data: { total: 0 },
    })
    const link = await save({}, zoe)
    await zoe.call(contract.favouriteLink, { link_id: link._id, is_fav: 1 })
    const { links } = await zoe.call(contract.listFavouriteLinks, {})
    expect(links.map(each => [each._id, each.favourite])).toEqual([[link._id, 1]])
  })
})
