import { saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { findHeading } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  viewports,
  waitForIdle,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ida: Person
let turf: string
beforeAll(async () => {
  ida = await env.signIn('ida')
  const research = await addCollection(ida, 'Research')
  turf = await addCollection(ida, 'Turf & timber', await addCollection(ida, 'Cold climates', research))
  const workshop = await addCollection(ida, 'Workshop')
  await addCollection(ida, 'Timber suppliers', workshop)
  await addCollection(ida, 'Timetables')
  const links: [name: string, link: string, parent: string, category: number, tags: string[]][] = [
    ['Night trains of Europe, mapped and timed', 'https://nachtzugkarte.example', research, 3, []],
    [
      'Driving rain on a sod roof: the drip edge, filmed',
      'https://slowtimber.example/v',
      turf,
      2,
      ['timber'],
    ],
    ['Green oak and seasoned timber: what moves', 'https://leadandcase.example', workshop, 3, ['timber']],
    ['How turf houses made Iceland warm', 'https://coldhouse.example', turf, 3, []],
  ]
  for (const [name, link, parent, category, tags] of links)
    await ida.call(saveLink, { name, link, desc: '', category, parent, tags })
})

const findField = (page: Page) => page.getByRole('combobox', { name: 'Go to anything' })
const findOptions = (page: Page) => page.getByRole('dialog', { name: 'Go to anything' }).getByRole('option')
/** Returns the name of the active option, by the reference that a screen reader follows. */
const readActive = (page: Page) =>
  findField(page).evaluate(
    field =>
      document
        .getElementById(field.getAttribute('aria-activedescendant') ?? '')
        ?.querySelector('[class*=label]')?.textContent ?? '',
  )

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('main').waitFor()
  await page.keyboard.press('Control+k')
  await findField(page).waitFor()
}

describe('NAV-06 the palette', () => {
  test('finds a link by a few letters and opens it with Enter', async () => {
    const page = await env.open(ida, '/dashboard')
    await openPalette(page)
    await page.keyboard.type('drip edge')
    await findOptions(page).filter({ hasText: 'Driving rain on a sod roof' }).waitFor()
    await expect.poll(() => readActive(page)).toContain('Driving rain')
    await page.keyboard.press('Enter')
    await findHeading(page, 'Driving rain on a sod roof: the drip edge, filmed').waitFor()
    await expect.poll(() => findField(page).count()).toBe(0)
  })

  test('shows links, collections, tags and commands in this order, the best matches first', async () => {
    const page = await env.open(ida, '/dashboard', { fresh: true })
    await openPalette(page)
    await page.keyboard.type('tim')
    await page.getByRole('group', { name: 'Tags' }).getByRole('option', { name: 'timber' }).waitFor()
    await page
      .getByRole('group', { name: /^Links/ })
      .getByRole('option')
      .first()
      .waitFor()
    const groups = page.getByRole('listbox', { name: 'Results' }).getByRole('group')
    await expect
      .poll(() => groups.evaluateAll(all => all.map(each => (each as HTMLElement).innerText.split('\n')[0])))
      .toEqual(['Links', 'Collections', 'Tags', 'Commands'])
    const labels = (name: RegExp) =>
      page
        .getByRole('group', { name })
        .locator('[class*=label]')
        .evaluateAll(all => all.map(each => each.textContent))
    expect(await labels(/^Collections/)).toEqual(['Timetables', 'Timber suppliers', 'Turf & timber'])
    expect(await labels(/^Commands/)).toEqual(['Search everything for “tim”', 'New collection “tim”'])
    expect(await page.getByRole('option', { name: 'Timetables' }).locator('mark').textContent()).toBe('Tim')
    // Tab moves by group, the arrows by row, and the ends are connected.
    await page.keyboard.press('Tab')
    expect(await readActive(page)).toBe('Timetables')
    await page.keyboard.press('ArrowDown')
    expect(await readActive(page)).toBe('Timber suppliers')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await readActive(page)).toBe('Search everything for “tim”')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const first = await findOptions(page).first().locator('[class*=label]').textContent()
    expect(await readActive(page)).toBe(first)
    await page.keyboard.press('ArrowUp')
    expect(await readActive(page)).toBe('New collection “tim”')
  })

  test('lists what the user opened on this device first, once, until they log out', async () => {
    const ola = await env.signIn('ola')
    const research = await addCollection(ola, 'Research')
    const opened = await addCollection(ola, 'Turf & timber', research)
    await addCollection(ola, 'Timber suppliers', research)
    const page = await env.open(ola, `/c/${opened}`, { fresh: true })
    await findHeading(page, 'Turf & timber').waitFor()
    await page.goto('/dashboard')
    await openPalette(page)
    const recent = page.getByRole('group', { name: 'Recent' })
    await recent.getByRole('option', { name: /^Turf & timber Research/ }).waitFor()
    await page.keyboard.type('timber')
    const others = page.getByRole('group', { name: /^Collections/ })
    await others.getByRole('option', { name: /^Timber suppliers/ }).waitFor()
    expect(await others.getByText('Turf & timber', { exact: true }).count()).toBe(0)
    expect(await readActive(page)).toBe('Turf & timber')
    await page.keyboard.press('Enter')
    await findHeading(page, 'Turf & timber').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('recent'))).toContain('Turf & timber')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL(/\/accounts\/login/)
    expect(await page.evaluate(() => localStorage.getItem('recent'))).toBe(null)
  })

  test('Control+Enter opens in a new tab, Escape clears the text, then closes and returns the focus', async () => {
    const page = await env.open(ida, '/dashboard')
    const help = page.getByRole('button', { name: 'Help' })
    await help.focus()
    await openPalette(page)
    await page.keyboard.type('timetables')
    await findOptions(page).filter({ hasText: 'Timetables' }).first().waitFor()
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Control+Enter')])
    await findHeading(popup, 'Timetables').waitFor()
    await popup.close()
    await page.keyboard.press('Escape')
    expect(await findField(page).inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await findField(page).waitFor({ state: 'detached' })
    await expect.poll(() => help.evaluate(button => button === document.activeElement)).toBe(true)
  })

  test('commands take the text as their argument, and the list of shortcuts is one of them', async () => {
    const page = await env.open(ida, '/dashboard')
    await openPalette(page)
    await page.keyboard.type('Pickles')
    // The response moves the commands down.
    await page.getByRole('heading', { name: 'No links or collections match “Pickles”' }).waitFor()
    await page.getByRole('option', { name: 'New collection “Pickles”' }).click()
    const form = page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: /name/i }) })
    await form.waitFor()
    expect(await form.getByRole('textbox', { name: /name/i }).inputValue()).toBe('Pickles')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await openPalette(page)
    await page.keyboard.type('pickles')
    await page.getByRole('heading', { name: 'No links or collections match “pickles”' }).waitFor()
    await expect.poll(() => readActive(page)).toBe('Search everything for “pickles”')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\/\?q=pickles/)
    await openPalette(page)
    await page.keyboard.type('shortc')
    await expect.poll(() => readActive(page)).toBe('All shortcuts')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
  })

  test('captures every character that the user types immediately after its key, each time it opens', async () => {
    const page = await env.open(ida, '/dashboard')
    await page.getByRole('main').waitFor()
    for (const word of ['first words', 'second words', 'third words']) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(word)
      await expect.poll(() => findField(page).inputValue()).toBe(word)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await findField(page).waitFor({ state: 'detached' })
    }
  })

  test('opens without a request, and sends requests only for the typed text', async () => {
    const page = await env.open(ida, '/dashboard', { clock: true })
    await waitForIdle(page)
    // The code of the palette is loaded while the page is idle.
    const loaded = page.waitForResponse(/frequentParts-.*\.js/)
    await page.clock.fastForward(5000)
    await loaded
    await waitForIdle(page)
    const paths: string[] = []
    page.on('request', request => paths.push(new URL(request.url()).pathname))
    await openPalette(page)
    await page.getByRole('group', { name: 'Commands' }).waitFor()
    await waitForIdle(page)
    expect(paths.filter(path => path !== '/api/get-shared-trees' && !path.includes('events'))).toEqual([])
    // The page's clock is paused, so that a slow machine types without a pause that starts a search.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    await page.keyboard.type('timber')
    expect(await findField(page).inputValue()).toBe('timber')
    expect(paths.filter(path => path.includes('search'))).toEqual([])
    await page.clock.runFor(500)
    await page.clock.resume()
    const links = page.getByRole('group', { name: /^Links/ })
    await links.getByRole('option').first().waitFor()
    await waitForIdle(page)
    const apiPaths = paths.filter(path => path.startsWith('/api/') && !path.includes('shared'))
    // The count shows whether encrypted links are searched in this browser.
    const calls = ['count-enc-links', 'get-all-tags', 'search-links-folders']
    expect(apiPaths.toSorted()).toEqual(calls.map(call => `/api/${call}`))
  })

  test('recent items and commands are available without a connection', async () => {
    const page = await env.open(ida, '/dashboard', { fresh: true })
    await openPalette(page)
    await page.context().setOffline(true)
    await page.keyboard.type('storage')
    await page
      .getByRole('status')
      .filter({ hasText: /^1 result. Needs a connection$/ })
      .waitFor({ timeout: 20_000 })
    await page.getByRole('option', { name: 'Settings: Storage', exact: true }).click()
    await page.waitForURL('**/settings?tab=storage')
  })

  for (const [width, dark] of viewports)
    test(`is usable and accessible, ${width} px ${dark ? 'dark' : 'light'}`, async () => {
      const page = await env.open(ida, `/c/${turf}`, {
        width,
        height: width < 820 ? 844 : 900,
        dark,
        fresh: true,
      })
      await findHeading(page, 'Turf & timber').waitFor()
      await page.goto('/dashboard')
      await page.getByText('Recent links').waitFor()
      if (width < 820) await page.getByRole('button', { name: 'Search', exact: true }).tap()
      else await page.keyboard.press('Control+k')
      await findField(page).waitFor()
      await page.getByRole('group', { name: 'Commands' }).waitFor()
      await expectAccessible(page)
      await saveScreenshot(page, `palette-open-${width}-${dark ? 'dark' : 'light'}`)
      await findField(page).fill('tim')
      await page
        .getByRole('group', { name: /^Links/ })
        .getByRole('option')
        .first()
        .waitFor()
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await saveScreenshot(page, `palette-found-${width}-${dark ? 'dark' : 'light'}`)
      if (width >= 820) return
      await page.getByRole('button', { name: 'Close', exact: true }).tap()
      await findField(page).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Search', exact: true }).tap()
      await findField(page).fill('turf houses')
      await page.getByRole('option', { name: /How turf houses/ }).tap()
      await findHeading(page, 'How turf houses made Iceland warm').waitFor()
    })

  test('long and right-to-left names fit into their row', async () => {
    const noor = await env.signIn('noor')
    const long = await addCollection(noor, `محفوظات ${'طويلة '.repeat(6)}`.trim())
    await noor.call(saveLink, {
      name: `محفوظات ${'x'.repeat(300)}`,
      link: `https://${'long-'.repeat(10)}name.example`,
      desc: '',
      category: 3,
      parent: long,
    })
    for (const width of [1440, 390]) {
      const page = await env.open(noor, '/dashboard', { width })
      await page.getByText('Recent links').waitFor()
      await page.evaluate(() => (document.documentElement.dir = 'rtl'))
      await openPalette(page)
      await page.keyboard.type('محفوظات')
      await page
        .getByRole('group', { name: /^Links/ })
        .getByRole('option')
        .first()
        .waitFor()
      const overflowing = await findOptions(page).evaluateAll(
        all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length,
      )
      expect(overflowing).toBe(0)
      await expectNoHorizontalScroll(page)
      await saveScreenshot(page, `palette-rtl-${width}`)
    }
  })
})
