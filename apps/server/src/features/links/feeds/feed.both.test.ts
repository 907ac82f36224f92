import { createCollection, moveCollections } from '@nestmark/contract/collections'
import { saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { limits } from '@nestmark/core/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
let place: string
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.origin}/c/${place}/${path}`, { headers })
const tick = () => (app.clock.now += 60_000)

test('SHR-11 a feed contains the date of its last change, and the server sends it again only after a change', async () => {
  place = (await ada.call(createCollection, { name: 'Open' }))._id
  await ada.call(setPermissions, { folder_id: place, read: 3, write: 0 })
  tick()
  const saved = await ada.call(saveLink, {
    name: 'Turf',
    link: 'https://example.org/',
    category: 3,
    parent: place,
  })
  const updatedOf = async () =>
    [...(await (await read('feed.xml')).text()).matchAll(/<updated>([^<]*)/g)].map(([, at]) => at)
  const before = await updatedOf()
  expect(before).toEqual([before[0], before[0]])

  const first = await read('feed.xml')
  const etag = first.headers.get('etag')!
  const lastModified = first.headers.get('last-modified')!
  expect(Date.parse(lastModified)).toBe(Math.floor(Date.parse(before[0]!) / 1000) * 1000)
  const again = await read('feed.xml', { 'if-none-match': `"other", ${etag}` })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  expect((await read('feed.xml', { 'if-modified-since': lastModified })).status).toBe(304)
  // The tag decides where both are sent.
  const both = { 'if-none-match': '"other"', 'if-modified-since': lastModified }
  expect((await read('feed.xml', both)).status).toBe(200)

  tick()
  const form = { name: 'Turf houses', link: 'https://example.org/', category: 3 as const, parent: place }
  await ada.call(updateLink, { ...form, link_id: saved._id })
  const after = await updatedOf()
  expect(Date.parse(after[0]!)).toBe(Date.parse(before[0]!) + 60_000)
  expect(after[1]).toBe(after[0])
  expect((await read('feed.xml', { 'if-none-match': etag })).status).toBe(200)
  expect((await read('feed.xml', { 'if-modified-since': lastModified })).status).toBe(200)
  const { items, authors } = (await (await read('feed.json')).json()) as {
    items: Record<string, string>[]
    authors: { name: string }[]
  }
  // As on the page of the collection.
  expect(authors).toEqual([{ name: 'ada' }])
  expect(await (await read('feed.xml')).text()).toContain('<author><name>ada</name></author>')
  expect(items[0]!.date_modified).toBe(after[0])
  expect(items[0]!.date_published).toBe(before[0])

  tick()
  const now = (await read('feed.xml')).headers.get('last-modified')!
  await ada.call(trashLinks, { linkIdArr: [saved._id] })
  expect((await read('feed.xml', { 'if-modified-since': now })).status).toBe(200)
})

test('SHR-11 includes the links of sub-collections on request', async () => {
  place = (await ada.call(createCollection, { name: 'Top' }))._id
  const inner = (await ada.call(createCollection, { name: 'Inner', parent: place }))._id
  await ada.call(setPermissions, { folder_id: place, read: 3, write: 0 })
  for (const [name, parent] of [
    ['Outside', place],
    ['Deep', inner],
  ] as const) {
    tick()
    await ada.call(saveLink, { name, desc: 'Words', category: 4, parent })
  }
  const titles = async (path: string) => {
    const feed = (await (await read(path)).json()) as { feed_url: string; items: { title: string }[] }
    expect(feed.feed_url).toMatch(new RegExp(`/${path.replace('?', '\\?')}$`))
    return feed.items.map(item => item.title)
  }
  expect(await titles('feed.json')).toEqual(['Outside'])
  const { readers } = app.services
  const before = readers.statements
  expect(await titles('feed.json?include_sub=1')).toEqual(['Deep', 'Outside'])
  // The collection may contain an entire library, so a reader thread reads it.
  expect(readers.statements).toBeGreaterThan(before)
  const { headers } = await read('feed.xml?include_sub=1')
  expect(headers.get('last-modified')).toBeNull()
  const unless = { 'if-none-match': headers.get('etag')! }
  expect((await read('feed.xml?include_sub=1', unless)).status).toBe(304)
  await ada.call(moveCollections, { folders: [inner], move_to: ada.rootId })
  expect((await read('feed.xml?include_sub=1', unless)).status).toBe(200)
  expect(await titles('feed.json?include_sub=1')).toEqual(['Outside'])
})

test('SHR-11 compresses a feed, and makes its pictures public', async () => {
  place = (await ada.call(createCollection, { name: 'Pictures' }))._id
  await ada.call(setPermissions, { folder_id: place, read: 3, write: 0 })
  const desc = 'Words about <turf> & "moss". '.repeat(100)
  const { _id } = await ada.call(saveLink, { name: 'Turf', desc, category: 4, parent: place })
  const row = { id: 'a-picture', owner_id: ada.id, width: 1, height: 1, created_at: app.clock.now }
  await app.services.db.write(async tx => {
    const bytes = new Uint8Array([1, 2, 3])
    await tx
      .insertInto('pictures')
      .values({ ...row, large: bytes, small: bytes })
      .execute()
    await tx.updateTable('links').set({ picture_id: row.id }).where('id', '=', _id).execute()
  })
  const plain = await read('feed.xml', { 'accept-encoding': 'identity' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  const compressed = await read('feed.xml', { 'accept-encoding': 'gzip' })
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(compressed.headers.get('vary')).toContain('Accept-Encoding')
  const text = await compressed.text()
  expect(text).toBe(await plain.text())
  const picture = /<media:thumbnail url="([^"]*)"/.exec(text)![1]!
  expect(picture).toMatch(/^https?:\/\/[^/]+\/pictures\/a-picture$/)
  expect(text).toContain('&#60;img src=&#34;')
  const shown = await fetch(`${app.origin}${new URL(picture).pathname}`)
  expect([shown.status, shown.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin'])
  await ada.call(setPermissions, { folder_id: place, read: 0, write: 0 })
  expect((await fetch(`${app.origin}${new URL(picture).pathname}`)).status).toBe(404)
})

test('SHR-11 a feed has the beginning of a long note', async () => {
  place = (await ada.call(createCollection, { name: 'Notes' }))._id
  await ada.call(setPermissions, { folder_id: place, read: 3, write: 0 })
  const desc = 'x'.repeat(limits.noteDesc)
  await ada.call(saveLink, { name: 'Long', desc, category: 4, parent: place })
  const { items } = (await (await read('feed.json')).json()) as { items: Record<string, string>[] }
  expect(items[0]!.content_text).toBe('x'.repeat(limits.desc))
})
