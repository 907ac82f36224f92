import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listDashboardLinks, getLink, saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findHeading, openLinkForm } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, startEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'

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

const readLinks = async () => (await ada.call(listDashboardLinks, {})).links
const popupSize = { width: 680, height: 680 }
const encode = encodeURIComponent
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

describe('SAVE-16 SAVE-17 /add-link/', () => {
  test('SAVE-16 SAVE-17 EXT-02 the bookmarklet opens a window of 680 by 680, which fills the form, saves and closes', async () => {
    const page = await env.open(ada, '/dashboard')
    await page.getByText('Recent links').waitFor()
    await page.getByRole('button', { name: 'Choose what to add' }).click()
    await page.getByRole('menuitem', { name: 'Save from any page' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save from any page' })
    const bookmarklet = dialog.getByText('Save to Nestmark')
    await expectAccessible(page)
    await bookmarklet.click()
    await page.getByText('Drag it to your bookmarks bar').waitFor()
    const script = decodeURI((await bookmarklet.getAttribute('href'))!)
    expect(script).toMatch(/^javascript:/)

    await page.goto(`http://${host}/trains?b=2&c=ü#top`)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(script.slice('javascript:'.length)),
    ])
    await popup.getByText('Fetched').waitFor({ state: 'attached' })
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([680, 680])
    expect(await field(popup, 'Link').inputValue()).toBe(`http://${host}/trains?b=2&c=%C3%BC#top`)
    // The title from the browser remains in the form. The fetched metadata fills the empty fields.
    expect(await field(popup, 'Title').inputValue()).toBe('Nachtzüge & Karten')
    expect(await field(popup, 'Description').inputValue()).toBe('Every sleeper line')
    await expectAccessible(popup)
    expect(await readLinks()).toEqual([])
    // The popup's clock is paused, so that the popup does not close during the checks.
    await popup.clock.install()
    await popup.clock.pauseAt(Date.now() + 1000)
    await popup.getByRole('button', { name: 'Save', exact: true }).click()
    await popup.getByText('Link was added successfully').waitFor()
    await popup.clock.runFor(1500)
    expect(popup.isClosed()).toBe(false)
    await Promise.all([popup.waitForEvent('close'), popup.clock.runFor(1000).catch(() => undefined)])
    expect(await readLinks()).toMatchObject([
      { name: 'Nachtzüge & Karten', category: 3, desc: 'Every sleeper line' },
    ])
  })

  test('SAVE-16 the page fetches the metadata of an image, and fills in text and link of a note and the text of other types', async () => {
    const address = `http://${host}/plate`
    let page = await env.open(ada, `/add-link/?type=1&data=${encode(address)}`, popupSize)
    await page.getByText('Fetched').waitFor({ state: 'attached' })
    expect(await page.getByRole('radio', { name: 'Image' }).getAttribute('aria-checked')).toBe('true')
    expect(await field(page, 'Title').inputValue()).toBe('Night trains of Europe')

    const note = JSON.stringify({ text: encode('Heat moves\nthrough a “wet” wall: 50 %'), link: address })
    page = await env.open(ada, `/add-link/?c=4&payload=${encode(note)}`, popupSize)
    expect(await field(page, 'Description').inputValue()).toBe('Heat moves\nthrough a “wet” wall: 50 %')
    expect(await field(page, 'Link').inputValue()).toBe(address)
    await expect.poll(() => field(page, 'Title').inputValue()).toBe('Night trains of Europe')
    expect(await field(page, 'Description').inputValue()).toContain('wet')

    page = await env.open(ada, `/add-link/?type=5&data=${encode('A voice on the radio')}`, popupSize)
    expect(await field(page, 'Description').inputValue()).toBe('A voice on the radio')
    expect(await page.getByRole('radio', { name: 'Audio' }).getAttribute('aria-checked')).toBe('true')

    page = await env.open(ada, '/add-link/', popupSize)
    await page.getByRole('heading', { name: 'What would you like to save?' }).waitFor()
    await page.keyboard.press('5')
    await page.keyboard.press('Enter')
    await field(page, 'Title').waitFor()
    expect(await readLinks()).toEqual([])
  })

  test('SAVE-17 a page opened by the app redirects to /close-tab; a page opened by the user shows that they can close it', async () => {
    const fill = async (page: Page) => {
      await field(page, 'Title').fill('Unsaved')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Link was added successfully').waitFor()
    }
    const appPage = await env.open(
      ada,
      `/add-link/?type=3&data=${encode('https://example.org/a')}&source=app`,
    )
    await fill(appPage)
    // A window with one history entry can close itself. Another one remains at /close-tab.
    await Promise.race([appPage.waitForURL('**/close-tab'), appPage.waitForEvent('close')])
    const userPage = await env.open(ada, '/dashboard')
    await userPage.getByText('Recent links').waitFor()
    await userPage.goto(`/add-link/?type=3&data=${encode('https://example.org/b')}`)
    await fill(userPage)
    await userPage.getByText('You can close this tab now.').waitFor()
    await userPage.getByRole('link', { name: 'Go to dashboard' }).click()
    await userPage.getByText('Recent links').waitFor()
    expect((await readLinks()).length).toBe(2)
    // Opened by itself, the page does not say that a link was saved.
    await userPage.goto('/close-tab')
    await userPage.getByText('You can close this tab').waitFor()
    expect(await userPage.getByText('The link was saved').count()).toBe(0)
  })

  test('SAVE-16 ACC-06 T16 the page redirects a visitor to the sign-in, which stores the data of the query', async () => {
    const long = `https://example.org/?q=${'x'.repeat(3000)}`
    const page = await env.open(null, `/add-link/?type=3&data=${encode(long)}&title=Long`)
    await page.waitForURL('**/accounts/login**')
    const stored = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('sign-in') ?? '{}') as { back: string },
    )
    expect(new URLSearchParams(stored.back.split('?')[1]).get('data')).toBe(long)
  })

  test('SAVE-16 the share target of the installed app fills the form on the phone, light and dark', async () => {
    const query = `title=Night+trains&text=${encode(`Look: http://${host}/shared`)}`
    for (const dark of [false, true]) {
      const page = await env.open(ada, `/add-link/app?${query}`, { width: 390, height: 844, dark })
      expect(await field(page, 'Link').inputValue()).toBe(`http://${host}/shared`)
      expect(await field(page, 'Title').inputValue()).toBe('Night trains')
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
  })
})

describe('SAVE-11 duplicate addresses', () => {
  test('SAVE-11 the form reports a saved address in any spelling; Save anyway creates a second link', async () => {
    const kitchen = await addCollection(ada, 'Kitchen')
    const inner = await addCollection(ada, 'Pain & levain', kitchen)
    const old = await ada.call(saveLink, {
      link: 'https://www.bread.example/levain/?utm_source=mail#crumb',
      name: 'Levain, day by day',
      category: 3,
      parent: inner,
    })
    const page = await env.open(ada, '/dashboard')
    await page.getByText('Recent links').waitFor()
    const dialog = await openLinkForm(page)
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
    expect((await readLinks()).map(link => link.name).sort()).toEqual(['Levain, day by day', 'Twice'])
    // The stored address does not change.
    expect((await ada.call(getLink, { link_id: old._id })).link.link).toBe(old.link)
  })

  test('SAVE-11 Move it here moves the saved link, in the form and on /add-link/', async () => {
    const [from, to] = [await addCollection(ada, 'Somewhere'), await addCollection(ada, 'Reading pile')]
    const old = await ada.call(saveLink, { link: 'example.org/a', name: 'A', category: 3, parent: from })
    const page = await env.open(ada, `/c/${to}`)
    await findHeading(page, 'Reading pile').waitFor()
    await openLinkForm(page)
    await field(page, 'Link').fill('https://www.example.org/a/')
    // The three actions are in one row at both widths.
    await page.getByRole('button', { name: 'Move it here' }).waitFor()
    for (const [width, height] of [
      [390, 844],
      [1440, 1024],
    ] as const) {
      await page.setViewportSize({ width, height })
      const actions = [
        page.getByRole('link', { name: 'Open', exact: true }),
        page.getByRole('button', { name: 'Move it here' }),
        page.getByRole('button', { name: 'Save anyway' }),
      ]
      const readMiddles = () =>
        Promise.all(
          actions.map(async action => {
            const { x, y, height: tall } = (await action.boundingBox())!
            return { x, y: y + tall / 2 }
          }),
        )
      // The boxes are measured one after another while the page adapts to the new size.
      await expect
        .poll(async () => {
          const heights = (await readMiddles()).map(each => each.y)
          return Math.max(...heights) - Math.min(...heights)
        })
        .toBeLessThan(2)
      const middles = await readMiddles()
      expect(middles.map(each => each.x)).toEqual(middles.map(each => each.x).toSorted((a, b) => a - b))
    }
    await page.getByRole('button', { name: 'Move it here' }).click()
    await page.getByText('Moved to Reading pile').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('article').filter({ hasText: 'example.org' }).waitFor()
    expect((await ada.call(getLink, { link_id: old._id })).link.parent).toBe(to)
    expect(await readLinks()).toHaveLength(1)

    const window = await env.open(
      ada,
      `/add-link/?type=3&data=${encode('http://example.org/a#x')}`,
      popupSize,
    )
    await window.getByText('Already saved in Reading pile').waitFor()
    await window.getByRole('button', { name: 'Move it here' }).click()
    await window.getByRole('heading', { name: 'Moved to Dashboard' }).waitFor()
    expect((await ada.call(getLink, { link_id: old._id })).link.parent).toBe(ada.rootId)
  })
})
