import * as collections from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { listTags } from '@nestmark/contract/tags'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
let xaver: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
  xaver = await signIn(app, 'xaver')
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

describe('SAVE-11 saving', () => {
  test('SAVE-11 saves a link of every category with its tags in the chosen collection, or in the root', async () => {
    const place = await create('Place')
    const forms: Form[] = [
      { category: 1, link: 'https://example.org/plate.png' },
      { category: 2, link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
      { category: 3 },
      { category: 4, link: '', desc: 'Heat moves through a wet wall.', subCategory: 1 },
      { category: 5, link: 'https://soundcloud.com/artist/track' },
    ]
    for (const form of forms) {
      const link = await save({
        ...form,
        name: `Link ${form.category}`,
        parent: place._id,
        tags: ['turf', 'Iceland'],
      })
      expect(link).toMatchObject({
        category: form.category,
        parent: place._id,
        name: `Link ${form.category}`,
      })
      expect(link.tags.map(tag => tag.name)).toEqual(['turf', 'Iceland'])
      expect(link.can).toMatchObject({ edit: true, trash: true })
    }
    expect((await folder(place._id)).category_counts).toEqual([1, 1, 1, 1, 1])
    expect((await save({ name: 'Loose' })).parent).toBe(ada.rootId)
    const tags = await ada.call(listTags, {})
    expect(tags.find(tag => tag.name === 'turf')?.links_count).toBe(5)
  })

  test('SAVE-06 SAVE-07 rejects an invalid form with the exact messages, field by field', async () => {
    for (const category of [1, 2, 3, 5]) {
      expect(await message(save({ category, link: '' }))).toBe('Link is required')
      expect(await message(save({ category, link: 'nodomain' }))).toBe('Please enter valid url')
    }
    expect(await message(save({ name: ' ' }))).toBe('Title is required')
    expect(await message(save({ category: 4, link: '', desc: '' }))).toBe('Description is required')
    expect(await message(save({ category: 4, link: 'nodomain', desc: 'x' }))).toBe('Please enter valid url')
    await expect(save({ category: 6 })).rejects.toMatchObject({ status: 400, fields: [{ path: 'category' }] })
    await expect(save({ link: '', desc: '' })).rejects.toMatchObject({
      fields: [{ path: 'link', code: 'links.linkRequired', message: 'Link is required' }],
    })
  })

  test('SAVE-06 saves hosts of the own network with a scheme, and lets the user edit them', async () => {
    for (const link of ['http://octopus/app', 'https://d1:8888/', 'http://[::1]/', 'http://localhost:3000']) {
      const { _id } = await save({ link })
      const edited = await ada.call(contract.updateLink, { link_id: _id, name: 'Own', link })
      expect([edited.link, edited.name]).toEqual([link, 'Own'])
      expect((await ada.call(contract.oneClickSave, { url: `${link}#bookmarklet` })).link).toContain(link)
    }
    expect(await message(save({ link: 'localhost:3000' }))).toBe('Please enter valid url')
  })

  test('SAVE-06 an edit does not validate an unchanged address again', async () => {
    // As an earlier version imported it.
    const address = 'http://old host/app'
    const { _id } = await save()
    await app.services.db.write(tx =>
      tx.updateTable('links').set({ address }).where('id', '=', _id).execute(),
    )
    const update = (change: object) => ada.call(contract.updateLink, { link_id: _id, ...change })
    expect(await update({ name: 'One' })).toMatchObject({ link: address, name: 'One' })
    expect(await update({ name: 'Two', link: address })).toMatchObject({ link: address, name: 'Two' })
    expect(await message(update({ link: `${address}/` }))).toBe('Please enter valid url')
  })

  test('X01 stores only http and https, also for obfuscated schemes', async () => {
    for (const link of [
      'javascript:alert(1)',
      ' java\tscript:alert(1)//a.b',
      'data:text/html,a.b',
      'file:///etc/a.b',
    ])
      expect(await message(save({ link }))).toBe('Please enter valid url')
  })

  test('SAVE-09 adds http:// to an address without a protocol, and otherwise stores it as typed', async () => {
    expect((await save({ link: 'Example.org/a?utm_source=x#y' })).link).toBe(
      'http://Example.org/a?utm_source=x#y',
    )
  })

  test('SAVE-10 tags: at most 32 characters, at most 30 tags, no duplicates, no #', async () => {
    expect(await message(save({ tags: ['x'.repeat(33)] }))).toBe('Tag length should be below 32 characters')
    expect(await message(save({ tags: Array.from({ length: 31 }, (_, n) => `t${n}`) }))).toMatch(
      /at most 30 tags/,
    )
    const link = await save({ tags: ['#Bread', 'bread', 'BREAD', 'rye'] })
    expect(link.tags.map(tag => tag.name)).toEqual(['Bread', 'rye'])
    expect((await save({ tags: ['bReAd'] })).tags[0]).toEqual(link.tags[0])
  })

  test('SAVE-05 stores the items of a checklist and their checked states', async () => {
    const items = [
      { text: 'Flour', done: true },
      { text: 'Salt', done: false },
    ]
    const link = await save({ category: 4, link: '', subCategory: 4, check_list: items })
    expect(link).toMatchObject({ subCategory: 4, check_list: items })
  })

  test('SAVE-21 SCRP-04 derives the subcategory from the host or the file extension', async () => {
    const video = (link: string) => save({ category: 2, link })
    expect(await video('https://youtu.be/dQw4w9WgXcQ?t=42')).toMatchObject({
      subCategory: 1,
      embed: expect.stringContaining('start=42'),
    })
    for (const [ending, type] of [
      ['mp4', 2],
      ['3gp', 3],
      ['webm', 4],
    ] as const)
      expect(await video(`https://example.org/a.${ending}`)).toMatchObject({
        subCategory: 2,
        linkVideoType: type,
      })
    expect((await save({ category: 4, desc: 'x', subCategory: 2 })).subCategory).toBe(2)
  })

  test('SAVE-12 saves a list of links completely or not at all', async () => {
    const place = await create('Batch')
    const item = (name: string) => ({ link: 'https://example.org', name, category: 3 })
    const { links } = await ada.call(contract.saveLinks, { links: [item('a'), item('b')], parent: place._id })
    expect(links.map(link => link.name)).toEqual(['a', 'b'])
    const bad = ada.call(contract.saveLinks, {
      links: [item('c'), { ...item('d'), link: '' }],
      parent: place._id,
    })
    await expect(bad).rejects.toMatchObject({ status: 400 })
    expect((await folder(place._id)).links_count).toBe(2)
  })

  test('SAVE-13 one click saves immediately, with host and path as the title until the server reads the page', async () => {
    const link = await ada.call(contract.oneClickSave, { url: 'www.example.org/a/b', tags: ['later'] })
    expect(link).toMatchObject({ link: 'http://www.example.org/a/b', name: 'example.org/a/b', category: 3 })
  })

  test('C05 ten identical requests create one link', async () => {
    const before = (await folder(ada.rootId)).links_count
    const form = { link: 'https://example.org/once', name: 'Once', category: 3 }
    const all = await Promise.all(
      Array.from({ length: 10 }, () => ada.call(contract.saveLink, form, { idempotencyKey: 'form-1' })),
    )
    expect(new Set(all.map(link => link._id)).size).toBe(1)
    expect((await folder(ada.rootId)).links_count).toBe(before + 1)
  })

  test('C05 a repeated request returns its link, even if its collection went to the trash in between', async () => {
    const place = await create('Short lived')
    const form = { link: 'https://example.org/again', name: 'Again', category: 3 as const, parent: place._id }
    const send = () => ada.call(contract.saveLink, form, { idempotencyKey: 'again-1' })
    const link = await send()
    await ada.call(collections.trashCollections, { folderIdArr: [place._id] })
    expect((await send())._id).toBe(link._id)
    await expect(ada.call(contract.saveLink, form, { idempotencyKey: 'again-2' })).rejects.toMatchObject({
      code: 'collections.inTrash',
    })
  })

  test('Z10 fields that are not in the contract change nothing', async () => {
    const sly = {
      link: 'https://example.org',
      name: 'Sly',
      category: 3,
      owner_id: xaver.id,
      is_public: 1,
      create_date: 5,
    }
    const link = await ada.call(contract.saveLink, sly)
    expect(link).toMatchObject({ is_public: 0, create_date: app.clock.now })
    expect((await ada.call(contract.getLink, { link_id: link._id })).link.name).toBe('Sly')
  })
})

describe('SAVE-14 editing', () => {
  test('SAVE-14 fields, collection and tags change as specified', async () => {
    const [from, to] = [await create('Edit from'), await create('Edit to')]
    const link = await save({ parent: from._id, tags: ['one', 'two'] })
    const other = await save({ tags: ['three'] })
    const edited = await ada.call(contract.updateLink, {
      link_id: link._id,
      name: 'Other',
      desc: 'New',
      category: 4,
      parent: to._id,
      deleted_tags: [link.tags[0]!._id],
      added_tags: [other.tags[0]!._id],
      added_tags_name: ['four'],
    })
    expect(edited).toMatchObject({
      name: 'Other',
      desc: 'New',
      category: 4,
      parent: to._id,
      version: link.version + 2,
    })
    expect(edited.tags.map(tag => tag.name)).toEqual(['two', 'three', 'four'])
    expect((await folder(from._id)).category_counts).toEqual([0, 0, 0, 0, 0])
    expect((await folder(to._id)).category_counts).toEqual([0, 0, 0, 1, 0])
  })

  test('C06 the slower of two editors gets a conflict with the current version, and overwrites nothing', async () => {
    const link = await save()
    const first = await ada.call(contract.updateLink, {
      link_id: link._id,
      version: link.version,
      name: 'First',
    })
    const slow = ada.call(contract.updateLink, { link_id: link._id, version: link.version, name: 'Second' })
    await expect(slow).rejects.toMatchObject({
      status: 409,
      data: { link: { name: 'First', version: first.version } },
    })
  })

  test('LINK-10 stores checked items and desc_toggle', async () => {
    const link = await save({ category: 4, link: '', check_list: [{ text: 'Salt', done: false }] })
    const ticked = await ada.call(contract.updateLink, {
      link_id: link._id,
      check_list: [{ text: 'Salt', done: true }],
      desc_toggle: 0,
    })
    expect(ticked).toMatchObject({ check_list: [{ text: 'Salt', done: true }], desc_toggle: 0 })
  })
})

test('Z01 Z02 Z04 a user without access cannot reach a link by any call', async () => {
  const link = await save({ name: 'Private' })
  const his = await xaver.call(collections.createCollection, { name: 'His' })
  const hers = await create('Hers')
  const tries = [
    xaver.call(contract.getLink, { link_id: link._id }),
    xaver.call(contract.updateLink, { link_id: link._id, name: 'Mine' }),
    xaver.call(contract.moveLinks, { links: [link._id], move_to: his._id }),
    xaver.call(contract.trashLinks, { linkIdArr: [link._id] }),
    xaver.call(contract.favouriteLink, { link_id: link._id, is_fav: 1 }),
    xaver.call(contract.listCollectionLinks, { folder_id: ada.rootId }),
    save({ parent: hers._id }, xaver),
    app.as(null)(contract.getLink, { link_id: link._id }),
  ]
  const [read, ...others] = await Promise.allSettled(tries)
  expect(read).toMatchObject({ status: 'rejected', reason: { message: 'Private Link!', data: null } })
  for (const outcome of others) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { data: null } })
    expect([401, 403, 404]).toContain((outcome as PromiseRejectedResult).reason.status)
  }
  expect((await ada.call(contract.getLink, { link_id: link._id })).link.name).toBe('Private')
})
