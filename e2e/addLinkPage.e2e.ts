import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFolder } from '@nestmark/contract/collections'
import { dashboardLinks, getSingleLink, saveLink } from '@nestmark/contract/links'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { expectAccessible, startEnvironment, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let site: Server
let host: string
let ada: Person
beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<title>Nachtzüge &amp; Karten</title>
      <meta property="og:title" content="Night trains of Europe"><meta name="description" content="Every sleeper line">
      <h1>Somebody else's page</h1>`)
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  env = await startEnvironment({ fetchAllowPrivate: [host] })
})
beforeEach(async () => {
  ada = await env.signIn('ada')
})
afterAll(async () => {
  await env.close()
  site.close()
})

const links = async () => (await ada.call(dashboardLinks, {})).links
const small = { width: 680, height: 680 }
const e = encodeURIComponent
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

describe('SAVE-16 SAVE-17 /add-link/', () => {
  test('SAVE-16 SAVE-17 EXT-02 the bookmarklet opens a window of 680 by 680, fills the form, saves, and the window goes', async () => {
    const page = await env.open(ada, '/dashboard')
    await page.getByText('Recent links').waitFor()
    await page.getByRole('button', { name: 'What to add' }).click()
    await page.getByRole('menuitem', { name: 'Save from any page' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save from any page' })
    const mark = dialog.getByText('Save to Nestmark')
    await expectAccessible(page)
    await mark.click()
    await page.getByText('Drag it to your bookmarks bar').waitFor()
    const script = decodeURI((await mark.getAttribute('href'))!)
    expect(script).toMatch(/^javascript:/)

    await page.goto(`http://${host}/trains?b=2&c=ü#top`)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(script.slice('javascript:'.length)),
    ])
    await popup.getByText('Fetched').waitFor({ state: 'attached' })
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([680, 680])
    expect(await field(popup, 'Link').inputValue()).toBe(`http://${host}/trains?b=2&c=%C3%BC#top`)
    // The title the browser showed is the person's; the page's own words fill what was left empty.
    expect(await field(popup, 'Title').inputValue()).toBe('Nachtzüge & Karten')
    expect(await field(popup, 'Description').inputValue()).toBe('Every sleeper line')
    await expectAccessible(popup)
    expect(await links()).toEqual([])
    // The popup's clock stands, so that what it shows stays for as long as the test looks.
    await popup.clock.install()
    await popup.clock.pauseAt(Date.now() + 1000)
    await popup.getByRole('button', { name: 'Save', exact: true }).click()
    await popup.getByText('Link was added successfully').waitFor()
    await popup.clock.runFor(1500)
    expect(popup.isClosed()).toBe(false)
    await Promise.all([popup.waitForEvent('close'), popup.clock.runFor(1000).catch(() => undefined)])
    expect(await links()).toMatchObject([
      { name: 'Nachtzüge & Karten', category: 3, desc: 'Every sleeper line' },
    ])
  })

  test('SAVE-16 an image is scraped, a note comes with text and link, other types with a description', async () => {
    const address = `http://${host}/plate`
    let page = await env.open(ada, `/add-link/?type=1&data=${e(address)}`, small)
    await page.getByText('Fetched').waitFor({ state: 'attached' })
    expect(await page.getByRole('radio', { name: 'Image' }).getAttribute('aria-checked')).toBe('true')
    expect(await field(page, 'Title').inputValue()).toBe('Night trains of Europe')

    const note = JSON.stringify({ text: e('Heat moves\nthrough a “wet” wall: 50 %'), link: address })
    page = await env.open(ada, `/add-link/?c=4&payload=${e(note)}`, small)
    expect(await field(page, 'Description').inputValue()).toBe('Heat moves\nthrough a “wet” wall: 50 %')
    expect(await field(page, 'Link').inputValue()).toBe(address)
    await expect.poll(() => field(page, 'Title').inputValue()).toBe('Night trains of Europe')
    expect(await field(page, 'Description').inputValue()).toContain('wet')

    page = await env.open(ada, `/add-link/?type=5&data=${e('A voice on the radio')}`, small)
    expect(await field(page, 'Description').inputValue()).toBe('A voice on the radio')
    expect(await page.getByRole('radio', { name: 'Audio' }).getAttribute('aria-checked')).toBe('true')

    page = await env.open(ada, '/add-link/', small)
    await page.getByRole('heading', { name: 'What would you like to save?' }).waitFor()
    await page.keyboard.press('5')
    await field(page, 'Title').waitFor()
    expect(await links()).toEqual([])
  })

  test('SAVE-17 opened by the app it goes to /close-tab; opened by hand it says that it may be closed', async () => {
    const fill = async (page: Page) => {
      await field(page, 'Title').fill('Kept')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Link was added successfully').waitFor()
    }
    const byApp = await env.open(ada, `/add-link/?type=3&data=${e('https://example.org/a')}&source=app`)
    await fill(byApp)
    // A window with one page behind it may close itself; else it stands at /close-tab.
    await Promise.race([byApp.waitForURL('**/close-tab'), byApp.waitForEvent('close')])
    const byHand = await env.open(ada, '/dashboard')
    await byHand.getByText('Recent links').waitFor()
    await byHand.goto(`/add-link/?type=3&data=${e('https://example.org/b')}`)
    await fill(byHand)
    await byHand.getByText('You can close this tab now.').waitFor()
    await byHand.getByRole('link', { name: 'Go to dashboard' }).click()
    await byHand.getByText('Recent links').waitFor()
    expect((await links()).length).toBe(2)
  })

  test('SAVE-16 ACC-06 T16 a visitor is sent to sign in, and what they brought is there afterwards', async () => {
    const long = `https://example.org/?q=${'x'.repeat(3000)}`
    const page = await env.open(null, `/add-link/?type=3&data=${e(long)}&title=Long`)
    await page.waitForURL('**/accounts/login**')
    const kept = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('sign-in') ?? '{}') as { back: string },
    )
    expect(new URLSearchParams(kept.back.split('?')[1]).get('data')).toBe(long)
  })

  test('SAVE-16 as the share target of the installed app, on a phone, light and dark', async () => {
    const query = `title=Night+trains&text=${e(`Look: http://${host}/shared`)}`
    for (const dark of [false, true]) {
      const page = await env.open(ada, `/add-link/app?${query}`, { width: 390, height: 844, dark })
      expect(await field(page, 'Link').inputValue()).toBe(`http://${host}/shared`)
      expect(await field(page, 'Title').inputValue()).toBe('Night trains')
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
  })
})

describe('SAVE-11 already saved?', () => {
  test('SAVE-11 an address is said to be there at once, however it is written; saved anyway it is there twice', async () => {
    const place = await ada.call(createFolder, { name: 'Kitchen' })
    const inner = await ada.call(createFolder, { name: 'Pain & levain', parent: place._id })
    const old = await ada.call(saveLink, {
      link: 'https://www.bread.example/levain/?utm_source=mail#crumb',
      name: 'Levain, day by day',
      category: 3,
      parent: inner._id,
    })
    const page = await env.open(ada, '/dashboard')
    await page.getByText('Recent links').waitFor()
    await page.keyboard.press('Control+l')
    await page.getByText('What would you like to save?').waitFor()
    await page.keyboard.press('3')
    const dialog = page.getByRole('dialog')
    await field(page, 'Link').fill('bread.example/levain')
    await dialog.getByText('Already saved in Kitchen / Pain & levain').waitFor()
    await expectAccessible(page)
    expect(await dialog.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')).toBe(
      `/l/${old._id}`,
    )
    await field(page, 'Link').fill('bread.example/other')
    await dialog.getByText('Already saved in').waitFor({ state: 'detached' })
    await field(page, 'Link').fill('bread.example/levain')
    await field(page, 'Title').fill('Twice')
    await dialog.getByRole('button', { name: 'Save anyway' }).click()
    await page.getByText('Link was added successfully').waitFor()
    expect((await links()).map(link => link.name).sort()).toEqual(['Levain, day by day', 'Twice'])
    // What is stored is never rewritten.
    expect((await ada.call(getSingleLink, { link_id: old._id })).link.link).toBe(old.link)
  })

  test('SAVE-11 it is moved here instead, from the form and from the page of its own', async () => {
    const [from, to] = [
      await ada.call(createFolder, { name: 'Somewhere' }),
      await ada.call(createFolder, { name: 'Reading pile' }),
    ]
    const old = await ada.call(saveLink, { link: 'example.org/a', name: 'A', category: 3, parent: from._id })
    const page = await env.open(ada, `/c/${to._id}`)
    await page.getByRole('heading', { level: 1, name: 'Reading pile' }).waitFor()
    await page.keyboard.press('Control+l')
    await page.getByText('What would you like to save?').waitFor()
    await page.keyboard.press('3')
    await field(page, 'Link').fill('https://www.example.org/a/')
    // The three ways stand in one row, at both widths.
    await page.getByRole('button', { name: 'Move it here' }).waitFor()
    for (const [width, height] of [
      [390, 844],
      [1440, 1024],
    ] as const) {
      await page.setViewportSize({ width, height })
      const ways = [
        page.getByRole('link', { name: 'Open', exact: true }),
        page.getByRole('button', { name: 'Move it here' }),
        page.getByRole('button', { name: 'Save anyway' }),
      ]
      const middles = await Promise.all(
        ways.map(async way => {
          const { x, y, height: tall } = (await way.boundingBox())!
          return { x, y: y + tall / 2 }
        }),
      )
      expect(middles.map(each => each.x)).toEqual(middles.map(each => each.x).toSorted((a, b) => a - b))
      expect(
        Math.max(...middles.map(each => each.y)) - Math.min(...middles.map(each => each.y)),
      ).toBeLessThan(2)
    }
    await page.getByRole('button', { name: 'Move it here' }).click()
    await page.getByText('Moved to Reading pile').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('article').filter({ hasText: 'example.org' }).waitFor()
    expect((await ada.call(getSingleLink, { link_id: old._id })).link.parent).toBe(to._id)
    expect(await links()).toHaveLength(1)

    const window = await env.open(ada, `/add-link/?type=3&data=${e('http://example.org/a#x')}`, small)
    await window.getByText('Already saved in Reading pile').waitFor()
    await window.getByRole('button', { name: 'Move it here' }).click()
    await window.getByRole('heading', { name: 'Moved to Dashboard' }).waitFor()
    expect((await ada.call(getSingleLink, { link_id: old._id })).link.parent).toBe(ada.rootId)
  })
})
