import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import {
  deleteWhiteLabel,
  getWhiteLabel,
  setWhiteLabel,
  uploadLogo,
  type WhiteLabel,
} from '@nestmark/contract/sharing/whiteLabels'
import { contrastOf } from '@nestmark/core/pageColours'
import { sql } from 'kysely'
import { parseHTML } from 'linkedom'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasUnfinishedJobOfKind } from '../../jobs/store.ts'
import { mailsSent, startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import { createPhoto } from '../../test/support/pictureSamples.ts'
import { checkDomain } from '../domains/checkDomain.job.ts'

const host = 'library.halden.example'
const libraryDomains = new Map<string, string>()
const product = /nestmark/i

let app: TestApp
let ada: Person
let rosa: Person
let folder_id: string
let inner: string
let note: string
beforeAll(async () => {
  // The addresses of the server itself name the product.
  app = await startApp({ libraryDomains, accountsUrl: 'https://accounts.nestmark.example' })
  ada = await signIn(app, 'ada', 3)
  rosa = await signIn(app, 'rosa', 3)
  folder_id = (await ada.call(createCollection, { name: 'Wooden boats' }))._id
  inner = (await ada.call(createCollection, { name: 'Hulls', parent: folder_id }))._id
  await ada.call(setPermissions, { folder_id, read: 3, write: 0 })
  note = (await ada.call(saveLink, { name: 'A note', desc: 'Tar', category: 4, parent: inner }))._id
  libraryDomains.set(host, folder_id)
})
afterAll(() => app.stop())

/** Requests a path of the host. */
const ask = (path: string) =>
  new Promise<{ status: number; text: string; bytes: Buffer; heads: string }>((resolve, reject) => {
    const { port } = new URL(app.origin)
    const request = send({ port, path, headers: { host } }, response => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const bytes = Buffer.concat(parts)
        const heads = JSON.stringify(response.headers)
        resolve({ status: response.statusCode!, text: bytes.toString(), bytes, heads })
      })
    })
    request.on('error', reject).end()
  })
const open = async (path = '/') => parseHTML((await ask(path)).text).document
const set = (change: Partial<WhiteLabel>, who = ada) =>
  who.call(setWhiteLabel, { folder_id, name: '', accent: '', paper: '', ...change })
const see = () => ada.call(getWhiteLabel, { folder_id })

async function sendLogo(file: Uint8Array<ArrayBuffer>, who = ada, id = folder_id) {
  const form = new FormData()
  form.set('folder_id', id)
  form.set('file', new Blob([file]), 'logo.png')
  const headers = { authorization: `Bearer ${who.token}` }
  const answer = await fetch(`${app.origin}/api/${uploadLogo.path}`, { method: 'POST', headers, body: form })
  return (await answer.json()) as { status: number; code?: string; data: WhiteLabel }
}
const setPlan = (plan: number) =>
  app.services.db.write(tx => tx.updateTable('people').set({ plan }).where('id', '=', ada.id).execute())

test('PLAN-07 a white label gives every page and file of its host the name, the logo and the colours, and no other name', async () => {
  expect(await see()).toBeNull()
  const colours = { accent: '#8C2F24', paper: 'fbf7ef' }
  expect(await set({ name: ' Halden\n Boatyard ', ...colours })).toEqual({
    name: 'Halden Boatyard',
    accent: '#8c2f24',
    paper: '#fbf7ef',
    logo: '',
    is_shown: 1,
  })
  const photo = await createPhoto(6)
  const { data } = await sendLogo(new Uint8Array(photo))
  const path = data.logo.replace(`/library/${folder_id}`, '')
  const page = await open()
  expect(page.querySelector('title')!.textContent).toBe('Wooden boats – Halden Boatyard')
  expect(page.querySelector('meta[property="og:site_name"]')!.getAttribute('content')).toBe('Halden Boatyard')
  expect(page.querySelector('meta[property="og:image"]')!.getAttribute('content')).toBe(
    `http://${host}${path}`,
  )
  expect(page.querySelector('.brand img')!.getAttribute('src')).toBe(path)
  expect(page.querySelector('link[rel=icon]')!.getAttribute('href')).toBe(path)
  expect(page.querySelector('style')!.textContent).toContain('--sheet:#fbf7ef')
  expect(page.querySelector('style')!.textContent).toContain('--accent:#8c2f24')
  expect((await ask('/feed.xml')).text).toContain('<author><name>Halden Boatyard</name></author>')
  const logo = await ask(path)
  expect([logo.status, logo.heads]).toEqual([200, expect.stringContaining('image/webp')])
  // It is made anew from its pixels, upright, without the place where it was taken.
  const { format, width, height, exif } = await sharp(logo.bytes).metadata()
  expect([format, width, height, exif]).toEqual(['webp', 40, 60, undefined])
  for (const each of [
    '/',
    `/c/${inner}`,
    `/l/${note}`,
    '/?q=tar',
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
    path,
  ]) {
    const { status, heads, text } = await ask(each)
    expect([each, status]).toEqual([each, 200])
    expect(heads + text).not.toMatch(product)
  }
})

test('PLAN-07 its errors do not have the name of the product either, in text or headers', async () => {
  const expectNone = (status: number, answer: { status: number; text: string; heads: string }) => {
    expect(answer.status).toBe(status)
    expect(answer.text + answer.heads).not.toMatch(product)
  }
  for (const path of ['/none', '/api/user-data', '/logo/none', '/pictures/none', '/favicon.ico', '/login'])
    expectNone(404, await ask(path))
  expectNone(400, await ask('/?q=%00'))
  expectNone(400, await ask('/%zz'))
  const rename = (from: string, to: string) =>
    app.services.db.write(tx => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx))
  await rename('white_labels', 'away')
  try {
    expectNone(500, await ask('/'))
  } finally {
    await rename('away', 'white_labels')
  }
  const { port } = new URL(app.origin)
  const long = await new Promise<string>((resolve, reject) => {
    let text = ''
    connect(Number(port), '127.0.0.1')
      .on('data', part => (text += String(part)))
      .on('close', () => resolve(text))
      .on('error', reject)
      .end(`GET / HTTP/1.1\r\nhost: ${host}\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`)
  })
  expect(long).toMatch(/^HTTP\/1.1 431/)
  expect(long).not.toMatch(product)
  let answer = await ask('/none')
  while (answer.status === 404) answer = await ask('/none')
  expectNone(429, answer)
  app.clock.now += 3_600_000
})

test('PLAN-07 rejects an invalid colour, and changes nothing', async () => {
  const before = await see()
  for (const wrong of ['red', '#12', '#fff;}', 'url(x)', '</style>', 'x'.repeat(300)])
    for (const key of ['accent', 'paper'])
      await expect(set({ [key]: wrong })).rejects.toMatchObject({
        status: 400,
        message: 'Enter a colour such as #0b6a7c. Nothing was changed.',
      })
  expect(await toOutcome(set({ name: 'x'.repeat(61) }))).toBe('whiteLabels.nameTooLong')
  expect((await sendLogo(new TextEncoder().encode('<svg xmlns="x"/>'))).code).toBe(
    'whiteLabels.logoUnreadable',
  )
  expect((await sendLogo(new Uint8Array(5_000_001))).code).toBe('request.tooLarge')
  expect(await see()).toEqual(before)
})

test('PLAN-07 writes a name with quotes and brackets as text into every page and file', async () => {
  const name = `"'></style><b>Tar & {rope}</b>\\`
  await set({ name, accent: '#f0a030', paper: '#fffbe6' })
  const page = parseHTML(await (await fetch(`${app.origin}/library/${folder_id}`)).text()).document
  expect(page.querySelector('.brand')!.textContent!.trim()).toBe(name)
  expect(page.querySelector('meta[property="og:site_name"]')!.getAttribute('content')).toBe(name)
  expect(page.querySelectorAll('.brand b, style')).toHaveLength(1)
  // The accent is darker, so that it can be read.
  const [, accent = ''] =
    /--accent:(#[0-9a-f]{6});--on-accent[^}]*}$/.exec(page.querySelector('style')!.textContent!.trim()) ?? []
  expect(accent).not.toBe('#f0a030')
  expect(contrastOf(accent, '#fffbe6')).toBeGreaterThanOrEqual(4.5)
  const feed = await (await fetch(`${app.origin}/library/${folder_id}/feed.xml`)).text()
  const author = /<name>([^<]*)<\/name>/.exec(feed)?.[1] ?? ''
  expect(author.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))).toBe(name)
})

test('PLAN-07 PLAN-01 only Premium has it: rejects other plans, and the pages have the usual look again', async () => {
  const { logo } = (await see())!
  for (const plan of [1, 2, 4, 5, 6]) {
    await setPlan(plan)
    await expect(set({ name: 'Other' })).rejects.toMatchObject({
      status: 402,
      message: 'A name, a logo and colours of your own are a PREMIUM feature.',
    })
    expect((await sendLogo(new Uint8Array(await createPhoto(1)))).code).toBe('plan.whiteLabel')
  }
  expect(await see()).toMatchObject({ is_shown: 0 })
  expect((await fetch(app.origin + logo)).status).toBe(404)
  expect(await (await fetch(`${app.origin}/library/${folder_id}`)).text()).not.toContain('{rope}')
  await setPlan(3)
  expect((await fetch(app.origin + logo)).status).toBe(200)
})

test('PLAN-07 only the owner sets it, and a logo shows only while the collection is public', async () => {
  expect(await toOutcome(set({ name: 'Rosa' }, rosa))).toBe('collections.readOnly')
  expect((await sendLogo(new Uint8Array(await createPhoto(1)), rosa)).code).toBe('collections.readOnly')
  expect((await sendLogo(new Uint8Array(await createPhoto(1)), ada, 'none')).code).toBe(
    'collections.notFound',
  )
  const { logo } = (await see())!
  await ada.call(setPermissions, { folder_id, read: 0, write: 0 })
  expect((await fetch(app.origin + logo)).status).toBe(404)
  await ada.call(setPermissions, { folder_id, read: 3, write: 0 })
  await ada.call(deleteWhiteLabel, { folder_id })
  expect(await see()).toBeNull()
  expect((await fetch(app.origin + logo)).status).toBe(404)
})

test('PLAN-07 the emails about its domain have its name as the sender', async () => {
  await set({ name: 'Halden "Boatyard"' })
  const { db } = app.services
  await db.write(tx =>
    tx
      .insertInto('domains')
      .values({
        id: 'domain',
        person_id: ada.id,
        collection_id: folder_id,
        host: 'own.example',
        token: 'token',
        verified_at: 1,
        checked_at: 1,
        failing_since: null,
        created_at: 1,
      })
      .execute(),
  )
  await checkDomain(app.services).cleanUp!()
  app.services.jobs.wake()
  await expect.poll(() => hasUnfinishedJobOfKind(db.read, 'checkDomain')).toBe(false)
  await mailsSent(app)
  const outbox = join(app.services.config.dataDir, 'outbox')
  const mails = readdirSync(outbox).map(name => readFileSync(join(outbox, name), 'utf8'))
  const [head = '', body = ''] = mails.find(text => text.includes('own.example'))!.split('\n\n', 2)
  expect(head).toContain('From: "Halden \\"Boatyard\\"" <')
  expect(head + body).not.toMatch(product)
})
