import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
let top: string
let hulls: string
let inner: string
let elsewhere: string
let note: string
let privateLink: string

const folder = async (name: string, parent?: string, desc = '') =>
  (await ada.call(createCollection, { name, parent, desc }))._id
const save = async (name: string, parent: string, more: Partial<Input<typeof saveLink>> = {}) => {
  app.clock.now += 1000
  const link = `https://boats.example/${encodeURIComponent(name)}`
  return (await ada.call(saveLink, { name, parent, link, category: 3, ...more }))._id
}

beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  top = await folder('Wooden boats', undefined, 'Everything we know <about> boats')
  hulls = await folder('Hulls', top)
  inner = await folder('Planks & ribs', hulls)
  elsewhere = await folder('Private')
  await ada.call(setPermissions, { folder_id: top, read: 3, write: 0 })
  note = await save('Said by Arvid', inner, {
    link: '',
    category: 4,
    desc: `A plank that is asked nicely will bend. ${'x'.repeat(300)} <script>alert(1)</script>`,
    tags: ['words'],
  })
  privateLink = await save('Secret', elsewhere)
  for (let at = 1; at <= 51; at++) await save(`Boat ${at}`, at % 2 ? top : inner)
  await save('"><img src=x onerror=alert(1)>', hulls, { desc: 'Tar' })
})
afterAll(() => app.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.origin + path, { headers, redirect: 'manual' })
const open = async (path: string) => {
  const answer = await get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return parseHTML(await answer.text()).document
}
type Page = Awaited<ReturnType<typeof open>>
const textsOf = (page: Page, selector: string) =>
  [...page.querySelectorAll(selector)].map(each => each.textContent!.replace(/\s+/g, ' ').trim())
const addressesOf = (page: Page, selector: string) =>
  [...page.querySelectorAll(selector)].map(each => each.getAttribute('href')!)

test('PLAN-07 the company page shows a public tree without scripts: collections, links of all levels, pages, kinds', async () => {
  const page = await open(`/library/${top}`)
  expect(textsOf(page, 'h1, .head p')).toEqual([
    'Wooden boats',
    'Everything we know <about> boats',
    expect.stringMatching(/^53 links ?2 collections ?Updated \w{3} \d/),
  ])
  expect(addressesOf(page, 'header nav a')).toEqual([`/library/${top}/c/${hulls}`])
  expect(textsOf(page, '.shelves b')).toEqual(['Hulls'])
  expect(textsOf(page, '.cards b').slice(0, 2)).toEqual(['"><img src=x onerror=alert(1)>', 'Boat 51'])
  expect(page.querySelectorAll('.cards li')).toHaveLength(50)
  expect(page.querySelectorAll('script, [onerror], link[rel=stylesheet]')).toHaveLength(0)
  expect(textsOf(page, '.kinds a')).toEqual(['All', 'Link 52', 'Note 1'])

  const older = await open(addressesOf(page, '.pages [rel=next]')[0]!)
  expect(textsOf(older, '.cards b')).toEqual(['Boat 2', 'Boat 1', 'Said by Arvid'])
  expect(addressesOf(older, '.pages a')).toEqual([`/library/${top}`])
  const notes = await open(addressesOf(page, '.kinds a').at(-1)!)
  expect(textsOf(notes, '.cards b')).toEqual(['Said by Arvid'])
  expect(textsOf(notes, '.kinds [aria-current]')).toEqual(['Note 1'])

  // A note has no web address: its page has all its words.
  const [address] = addressesOf(notes, '.cards a')
  expect(address).toBe(`/library/${top}/l/${note}`)
  const words = await open(address!)
  expect(textsOf(words, '.words')[0]).toMatch(/^A plank .* <script>alert\(1\)<\/script>$/)
  const above = await open(addressesOf(words, '.path a')[0]!)
  expect(textsOf(above, 'h1, .path a')).toEqual(['Wooden boats', 'Hulls', 'Planks & ribs'])
})

test('PLAN-07 more than 50 collections have further pages, as links have', async () => {
  const many = await folder('Harbours')
  await ada.call(setPermissions, { folder_id: many, read: 3, write: 0 })
  for (let at = 1; at <= 51; at++) await folder(`Harbour ${at}`, many)
  await save('A pier', many)
  const page = await open(`/library/${many}`)
  expect(page.querySelectorAll('.shelves li')).toHaveLength(50)
  const next = await open(addressesOf(page, '.pages [rel=next]')[0]!)
  expect([...textsOf(page, '.shelves b'), ...textsOf(next, '.shelves b')].toSorted()).toEqual(
    Array.from({ length: 51 }, (_, at) => `Harbour ${at + 1}`).toSorted(),
  )
  expect(textsOf(next, '.none')).toEqual(['No older links'])
  expect(addressesOf(next, '.pages a')).toEqual([`/library/${many}`])
})

test('PLAN-07 the server answers its search, in all its collections', async () => {
  const page = await open(`/library/${top}?q=${encodeURIComponent('boat 2')}`)
  expect(textsOf(page, '.bar h2')).toEqual(['11 links for “boat 2”'])
  expect(page.querySelector('input[name=q]')!.getAttribute('value')).toBe('boat 2')
  expect(textsOf(await open(`/library/${top}?q=%22%3E%3Czebra%3E`), '.none')).toEqual(['Nothing found'])
  expect(textsOf(await open(`/library/${top}?q=secret`), '.none')).toEqual(['Nothing found'])
})

test('PLAN-07 its feed, its sitemap and its social card have its own addresses, and not the name of the product', async () => {
  const base = `${app.services.config.publicUrl}/library/${top}`
  const feed = await get(`/library/${top}/feed.xml`)
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const atom = await feed.text()
  expect(atom).toContain(`<link rel="self" href="${base}/feed.xml"/>`)
  expect(atom).toContain('<author><name>Wooden boats</name></author>')
  const sitemap = await (await get(`/library/${top}/sitemap.xml`)).text()
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at).toSorted()).toEqual(
    [base, `${base}/c/${hulls}`, `${base}/c/${inner}`].toSorted(),
  )
  const page = await (await get(`/library/${top}/c/${hulls}`)).text()
  expect(page).toContain(`<link rel="canonical" href="${base}/c/${hulls}"`)
  expect(page).toContain('<meta property="og:site_name" content="Wooden boats"')
  const missing = await (await get(`/library/${top}/nothing`)).text()
  for (const text of [atom, sitemap, page, missing]) expect(text).not.toMatch(/nestmark/i)
})

test('PLAN-07 what is not public, not in the tree, or in the trash is not on it, for nobody', async () => {
  const hidden = [
    `/library/${elsewhere}`,
    `/library/${top}/c/${elsewhere}`,
    `/library/${top}/l/${privateLink}`,
    `/library/${hulls}/c/${top}`,
    `/library/${inner}/c/${hulls}`,
    `/library/${elsewhere}/feed.xml`,
    `/library/${elsewhere}/sitemap.xml`,
    `/library/none`,
    `/library/${top}/c/`,
    `/library/${top}/c/../..`,
    `/library/${top}/x/${hulls}`,
  ]
  for (const path of hidden) {
    const answer = await get(path, { authorization: `Bearer ${ada.token}`, cookie: `token=${ada.token}` })
    expect([path, answer.status, answer.headers.get('set-cookie')]).toEqual([path, 404, null])
    expect(await answer.text()).not.toMatch(/Private|Secret/)
  }
  const own = await get(`/library/${hulls}`)
  expect(own.headers.get('content-security-policy')).toContain("default-src 'none'")
  await ada.call(trashCollections, { folderIdArr: [hulls] })
  expect((await get(`/library/${top}/c/${inner}`)).status).toBe(404)
  expect(textsOf(await open(`/library/${top}`), '.shelves b')).toEqual([])
  expect(await (await get(`/library/${top}/sitemap.xml`)).text()).not.toContain(inner)
  await ada.call(setPermissions, { folder_id: top, read: 0, write: 0 })
  for (const path of ['', '/feed.xml', '/sitemap.xml', `/l/${note}`])
    expect((await get(`/library/${top}${path}`)).status).toBe(404)
})
