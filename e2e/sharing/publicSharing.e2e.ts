import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { makeLinkPublic, setPermissions } from '@nestmark/contract/sharing/share'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, findHeading, openShareDialog } from '../support/pageElements.ts'
import { createReadingPile } from '../links/readingPileFixture.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let pile: string
let link: string
beforeAll(async () => {
  ;({ ada, pile, link } = await createReadingPile(env))
})

test('LINK-05 SHR-10 the share dialog publishes a link with a short address, and opens share windows of 600 by 400', async () => {
  const page = await env.open(ada, `/l/${link}`)
  const dialog = await openShareDialog(page, /Driving rain/)
  await dialog.getByRole('checkbox', { name: 'Anyone with the link can see it' }).click()
  await page.getByText('This link is now visible to anyone in the internet').waitFor()
  const address = dialog.getByRole('textbox', { name: 'Short address' })
  await address.waitFor()
  const short = await address.inputValue()
  await expectAccessible(page)
  await page.evaluate(() => {
    window.open = (...args: unknown[]) => {
      document.title = args.join(' ')
      return null
    }
  })
  await dialog.getByRole('link', { name: 'Telegram' }).click()
  expect(await page.title()).toMatch(/width=600,height=400/)
  expect(await page.title()).toContain(encodeURIComponent(short))

  const visitor = await env.open(null, new URL(short).pathname)
  await findHeading(visitor, /Driving rain/).waitFor()
  expect(new URL(visitor.url()).pathname).toBe(`/l/${link}`)
})

test('LINK-07 LINK-02 a visitor reads a public link without notes, favourites and actions', async () => {
  await ada.call(makeLinkPublic, { link_id: link, is_public: 1 })
  for (const width of [1440, 390]) {
    const page = await env.open(null, `/l/${link}?fbclid=x`, { width, height: 900 })
    await findHeading(page, /Driving rain/).waitFor()
    await page.getByText('Public', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /Edit|favourite|Share/i }).count()).toBe(0)
    expect(await page.getByText(/Reading pile|Notes?$/).count()).toBe(0)
    // The owner of the link is public, but not its collection.
    await page.getByText(/^Saved by ada/).waitFor()
    expect(await page.getByText(/^Saved by ada in/).count()).toBe(0)
    await expectAccessible(page)
  }
  await ada.call(makeLinkPublic, { link_id: link, is_public: 0 })
  const page = await env.open(null, `/l/${link}`)
  await page.getByText('Access needed').waitFor()
})

test('COL-01 an empty collection explains saving only to writers, without keyboard shortcuts on the phone', async () => {
  const empty = await addCollection(ada, 'Empty')
  await addCollection(ada, 'Inner', empty)
  await ada.call(setPermissions, { folder_id: empty, read: 3, write: 0 })
  for (const [user, width, text] of [
    [ada, 1440, 'Press Ctrl+L and paste an address to save it here.'],
    [ada, 390, 'Tap + and paste an address to save it here.'],
    [null, 390, 'Nothing has been saved here yet.'],
  ] as const) {
    const page = await env.open(user, `/c/${empty}`, { width })
    await page.getByText(text).waitFor()
    expect(await page.getByText(/to save it here/).count()).toBe(user ? 1 : 0)
  }
})

test('COL-01 a visitor reads a public collection', async () => {
  await ada.call(setPermissions, { folder_id: pile, read: 3, write: 0 })
  const page = await env.open(null, `/c/${pile}`)
  await findHeading(page, 'Reading pile').waitFor()
  await findCard(page, 'Driving rain').waitFor()
  expect(await page.getByText('Research').count()).toBe(0)
  expect(await page.getByRole('button', { name: /Create New|Select/ }).count()).toBe(0)
  await expectAccessible(page)
  await ada.call(setPermissions, { folder_id: pile, read: 0, write: 0 })
  await page.reload()
  await page.getByText('This is a private Collection. Please request access to view it.').waitFor()
  // The visitor may be a member who is not signed in.
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).waitFor()
})

test('COL-01 LINK-11 a visitor sees no empty menus and no filters that need an account', async () => {
  const open = await addCollection(ada, 'Open rack')
  const save = (name: string, more: object) =>
    ada.call(saveLink, { name, category: 4, parent: open, ...more })
  await save('Packing list', { desc: 'Socks' })
  await save('With an address', { category: 3, link: 'https://slowtimber.example/open' })
  await ada.call(setPermissions, { folder_id: open, read: 3, write: 0 })
  const page = await env.open(null, `/c/${open}`)
  const packing = findCard(page, 'Packing list')
  await packing.waitFor()
  await findCard(page, 'With an address')
    .getByRole('button', { name: /actions for/i })
    .waitFor({ state: 'attached' })
  expect(await packing.getByRole('button', { name: /actions for/i }).count()).toBe(0)
  const kinds = page.getByRole('group', { name: 'Kind of link' })
  expect(await kinds.getByRole('button').allTextContents()).toEqual(['Links 1', 'Notes 1'])
  expect(await page.getByRole('button', { name: /^Filter|Select|favourites|tag/i }).count()).toBe(0)
  await expectAccessible(page)
  await ada.call(setPermissions, { folder_id: open, read: 0, write: 0 })
})

test('COL-01 LINK-07 public pages have metadata for link previews and a feed; private pages have neither', async () => {
  const title = 'A & B <script>alert(1)</script> \u0007 "quoted" 東京'
  const collection = (
    await ada.call(createCollection, { name: 'A & B "plates" <1>', desc: 'Plates & drawings' })
  )._id
  const saved = await ada.call(saveLink, {
    name: title,
    link: 'https://example.org/?a=1&b=<2>',
    desc: 'Words & "more"',
    category: 3,
    parent: collection,
    tags: ['a&b'],
  })
  const read = async (path: string) => {
    const response = await fetch(env.app.origin + path)
    return { status: response.status, text: await response.text() }
  }
  for (const path of [`/c/${collection}`, `/l/${saved._id}`])
    expect((await read(path)).text).not.toMatch(/og:title|plates|quoted/)
  expect((await read(`/c/${collection}/feed.xml`)).status).toBe(404)

  await ada.call(setPermissions, { folder_id: collection, read: 3, write: 0 })
  const page = await env.open(null, `/c/${collection}`)
  const readMeta = (name: string) => page.locator(`head meta[property="${name}"]`).getAttribute('content')
  expect(await readMeta('og:title')).toBe('A & B "plates" <1>')
  expect(await readMeta('og:description')).toBe('Plates & drawings')
  await page.goto(`/l/${saved._id}`)
  expect(await readMeta('og:title')).toBe(title)
  const feed = await page.evaluate(async path => {
    const text = await (await fetch(path)).text()
    const parsed = new DOMParser().parseFromString(text, 'application/xml')
    const readText = (name: string) => parsed.querySelector(name)?.textContent
    return {
      parseError: parsed.querySelector('parsererror')?.textContent ?? null,
      titles: [readText('feed > title'), readText('entry > title'), readText('entry > summary')],
      address: parsed.querySelector('entry > link')?.getAttribute('href'),
      tag: parsed.querySelector('entry > category')?.getAttribute('term'),
    }
  }, `/c/${collection}/feed.xml`)
  expect(feed).toEqual({
    parseError: null,
    titles: ['A & B "plates" <1>', title.replace('\u0007', ''), 'Words & "more"'],
    address: saved.link,
    tag: 'a&b',
  })
  const items = JSON.parse((await read(`/c/${collection}/feed.json`)).text).items
  expect(items).toMatchObject([{ title, external_url: saved.link, tags: ['a&b'] }])

  await ada.call(setPermissions, { folder_id: collection, read: 0, write: 0 })
  expect((await read(`/c/${collection}/feed.json`)).status).toBe(404)
  expect((await read(`/l/${saved._id}`)).text).not.toContain('og:title')
})
