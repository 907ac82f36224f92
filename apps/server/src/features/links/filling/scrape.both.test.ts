import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findDuplicates } from '@nestmark/contract/links/duplicates'
import { getLink, oneClickSave, saveLink, updateLink } from '@nestmark/contract/links/links'
import { scrapeLink, proxyThumbnail } from '@nestmark/contract/links/scrape'
import { searchLibrary } from '@nestmark/contract/search/search'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settled } from '../../../test/permissionMatrix/fixture.testing.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
let site: Server
let host: string
let delay: Promise<void> | null = null
const asked: string[] = []

beforeAll(async () => {
  const picture = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#2a763f' } })
    .png()
    .toBuffer()
  site = createServer(async (request, response) => {
    asked.push(request.url!)
    await delay
    if (request.url === '/picture.png') return response.setHeader('content-type', 'image/png').end(picture)
    if (request.url !== '/turf') return response.writeHead(404).end()
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>plain</title>
      <meta property="article:tag" content="turf"><meta property="article:tag" content="houses"><meta property="og:title" content="Turf houses"><meta property="og:description" content="How they stayed warm">
      <meta property="og:image" content="/picture.png"><link rel="canonical" href="https://example.org/turf">`)
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  app = await startApp({ fetchAllowPrivate: [host] })
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  await app.stop()
  site.close()
})

const read = async (id: string) => (await ada.call(getLink, { link_id: id })).link
const until = async (id: string, done: (link: Awaited<ReturnType<typeof read>>) => boolean) => {
  await expect.poll(async () => done(await read(id))).toBe(true)
  return read(id)
}

describe('SCRP-01 scrape-link', () => {
  test('SCRP-01 returns title, description, image and canonical address without a session', async () => {
    expect(await app.as(null)(scrapeLink, { link: `http://${host}/turf` })).toEqual({
      title: 'Turf houses',
      embed: '',
      description: 'How they stayed warm',
      image: `http://${host}/picture.png`,
      url: 'https://example.org/turf',
      keywords: ['turf', 'houses'],
    })
  })

  test('S09 a private address, a closed port, a missing page and an invalid address get the same response', async () => {
    const faces = [
      'http://127.0.0.1:1/x.y',
      'http://10.0.0.1/',
      `http://${host}/nothing`,
      'http://no.such.name/',
    ].map(link =>
      ada
        .call(scrapeLink, { link })
        .catch((error: { status: number; message: string }) => [error.status, error.message]),
    )
    expect(new Set((await Promise.all(faces)).map(face => JSON.stringify(face))).size).toBe(1)
  })

  test('S09 does not read a saved address of the own network', async () => {
    // The same server, by a name that the configuration does not list.
    const url = `http://localhost:${host.split(':')[1]}/turf`
    const before = asked.length
    const { _id } = await ada.call(oneClickSave, { url })
    await expect(ada.call(scrapeLink, { link: url })).rejects.toMatchObject({ code: 'scrape.failed' })
    await settled(app)
    expect(asked.length).toBe(before)
    expect(await read(_id)).toMatchObject({ link: url, name: 'localhost/turf' })
  })

  test('SCRP-06 returns an image of another site as a small base64 PNG', async () => {
    const { png } = await ada.call(proxyThumbnail, { image: `http://${host}/picture.png` })
    expect(await sharp(Buffer.from(png, 'base64')).metadata()).toMatchObject({ format: 'png', width: 400 })
  })

  test('S11 rate-limits visitors, with Retry-After', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 14 }, () =>
        fetch(`${app.origin}/api/scrape-link`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ link: 'x' }),
        }),
      ),
    )
    const refused = bodies.filter(answer => answer.status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(4)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('S08 fields filled in by the job', () => {
  test('SAVE-13 one click responds before the server reads the page; title, description and picture follow', async () => {
    let release = () => undefined as void
    delay = new Promise(done => (release = done))
    const link = await ada.call(oneClickSave, { url: `http://${host}/turf` })
    expect([link.name, link.thumbnail]).toEqual(['127.0.0.1/turf', ''])
    delay = null
    release()
    const filled = await until(link._id, each => each.thumbnail !== '')
    expect(filled).toMatchObject({
      name: 'Turf houses',
      desc: 'How they stayed warm',
      is_scraped: 1,
      version: link.version,
    })
    expect((await ada.call(searchLibrary, { input: 'stayed' })).links[0]!._id).toBe(link._id)
  })

  test('SAVE-07 the title of the page replaces a placeholder, and never a title that the user typed', async () => {
    const form = { link: `http://${host}/turf`, name: 'host/turf', category: 3 } as const
    let release = () => undefined as void
    delay = new Promise(done => (release = done))
    const proposed = await ada.call(saveLink, { ...form, is_placeholder: 1 })
    app.clock.now += 60_000
    delay = null
    release()
    const typed = await ada.call(saveLink, form)
    const filled = await until(proposed._id, each => each.thumbnail !== '')
    // The new title is a change: feed readers ask only for what has changed since.
    expect(filled).toMatchObject({ name: 'Turf houses', update_date: proposed.update_date + 60_000 })
    expect((await until(typed._id, each => each.thumbnail !== '')).name).toBe('host/turf')
  })

  test('F10 does not overwrite text that the user types while the server reads the page', async () => {
    let release = () => undefined as void
    delay = new Promise(done => (release = done))
    const link = await ada.call(saveLink, { link: `http://${host}/turf`, name: 'My own words', category: 3 })
    await ada.call(updateLink, { link_id: link._id, desc: 'My own text' })
    delay = null
    release()
    const filled = await until(link._id, each => each.thumbnail !== '')
    expect(filled).toMatchObject({ name: 'My own words', desc: 'My own text' })
  })

  test('Z09 serves the picture from the local store, in two sizes, to readers of the link', async () => {
    const link = await ada.call(saveLink, { link: `http://${host}/turf`, name: 'Pictured', category: 3 })
    const { thumbnail } = await until(link._id, each => each.thumbnail !== '')
    const get = (address: string) => fetch(app.origin + address)
    const large = await get(thumbnail)
    expect([
      large.status,
      large.headers.get('content-type'),
      large.headers.get('x-content-type-options'),
    ]).toEqual([200, 'image/webp', 'nosniff'])
    expect((await sharp(Buffer.from(await large.arrayBuffer())).metadata()).width).toBe(640)
    const small = await get(`${thumbnail}&w=160`)
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(160)
    const xaver = await signIn(app, 'xaver', 2)
    const saved = await xaver.call(oneClickSave, { url: `http://${host}/turf` })
    const his = async () => (await xaver.call(getLink, { link_id: saved._id })).link.thumbnail
    await expect.poll(his).not.toBe('')
    const pass = (await his()).split('?')[1]
    expect((await get(`${thumbnail.split('?')[0]}?${pass}`)).status).toBe(404)
    expect((await get(thumbnail.split('?')[0]!)).status).toBe(404)
    expect((await get(`${thumbnail.slice(0, -1)}${thumbnail.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
  })

  test('F10 a missing page leaves the link as typed', async () => {
    const link = await ada.call(saveLink, {
      link: `http://${host}/missing`,
      name: 'No such page',
      category: 3,
    })
    await settled(app)
    expect(await read(link._id)).toMatchObject({ name: 'No such page', thumbnail: '', is_scraped: 0 })
  })
})

describe('FIND-02 the address that a page names as its own', () => {
  test('FIND-02 joins a link with the one of that address, until its address changes', async () => {
    const canonical = 'https://example.org/turf'
    const named = (await ada.call(oneClickSave, { url: `http://${host}/turf` }))._id
    const plain = (await ada.call(saveLink, { link: canonical, name: 'Turf', category: 3 }))._id
    const groups = async () =>
      Object.values(await ada.call(findDuplicates, { level: 4 })).map(group => group.map(link => link._id))
    const isJoined = async () => (await groups()).some(ids => ids.includes(named) && ids.includes(plain))
    await expect.poll(isJoined).toBe(true)
    await ada.call(updateLink, { link_id: named, link: `http://${host}/elsewhere` })
    expect(await isJoined()).toBe(false)
  })
})
