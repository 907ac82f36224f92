import { createCollection } from '@nestmark/contract/collections'
import { listDashboardLinks, saveLink, saveLinks } from '@nestmark/contract/links/links'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard } from '../support/pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada')
  const names = ['Turf roofs', 'Sod walls', 'Driftwood', 'Peat bricks']
  await ada.call(saveLinks, {
    links: names.map(name => ({
      name,
      link: `https://${name.split(' ')[0]!.toLowerCase()}.example/`,
      category: 3,
    })),
  })
  await ada.call(createCollection, { name: 'Reading pile' })
})

const openPhone = (path: string) => env.open(ada, path, { width: 390, height: 844 })
/** Waits until a sheet rests where it opened: a touch before that is not on what was measured. */
const waitForMotion = (sheet: Locator) =>
  expect.poll(() => sheet.evaluate(element => element.getAnimations({ subtree: true }).length)).toBe(0)

const openAddDialog = async (page: Page) => {
  await page
    .getByRole('main')
    .getByText(/^(Recent links|Roofs)$/)
    .first()
    .waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Add' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What would you like to save?').waitFor()
  await waitForMotion(dialog)
  return dialog
}

/**
 * Sends the browser's request to close, as Android's back button does. A desktop browser has it as the default action of
 * Esc; here no handler of the page receives the key.
 */
async function pressBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const hide = (event: KeyboardEvent) => event.stopImmediatePropagation()
    window.addEventListener('keydown', hide, { capture: true, once: true })
  })
  await page.keyboard.press('Escape')
}

/** Moves a finger in steps, each after a frame, and returns before it is lifted. */
async function drag(touch: CDPSession, from: [number, number], to: [number, number]): Promise<void> {
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: from[0], y: from[1] }],
  })
  for (let step = 1; step <= 10; step++)
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [
        { x: from[0] + ((to[0] - from[0]) * step) / 10, y: from[1] + ((to[1] - from[1]) * step) / 10 },
      ],
    })
}
const lift = (touch: CDPSession) =>
  touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
const centre = async (target: Locator): Promise<[number, number]> => {
  const box = (await target.boundingBox())!
  return [box.x + box.width / 2, box.y + box.height / 2]
}

test('the back button closes the topmost sheet, then the one below, then ends the selection', async () => {
  const page = await openPhone('/dashboard')
  const dialog = await openAddDialog(page)
  await dialog.getByRole('button', { name: 'Embed options' }).tap()
  await page.getByRole('dialog', { name: 'Following embeds' }).waitFor()
  await pressBack(page)
  await page.getByRole('dialog', { name: 'Following embeds' }).waitFor({ state: 'detached' })
  expect(await dialog.count()).toBe(1)
  await pressBack(page)
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/dashboard')

  await findCard(page, 'Driftwood')
    .getByRole('button', { name: /actions for/i })
    .tap()
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  await pressBack(page)
  await page.getByRole('menu').waitFor({ state: 'detached' })
})

test('the back button closes sheets without CloseWatcher, and then goes to the previous page', async () => {
  const page = await openPhone('/help')
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'))
  await page.goto(new URL('/dashboard', page.url()).href)
  const path = () => new URL(page.url()).pathname
  const dialog = await openAddDialog(page)
  await dialog.getByRole('button', { name: 'Embed options' }).tap()
  const embeds = page.getByRole('dialog', { name: 'Following embeds' })
  await embeds.waitFor()
  await page.goBack()
  await embeds.waitFor({ state: 'detached' })
  expect(await dialog.count()).toBe(1)
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(path()).toBe('/dashboard')

  // With the entry of an open sheet, a reload is harmless. Back skips the entry of a sheet that was closed by a key.
  await openAddDialog(page)
  await page.reload()
  await openAddDialog(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.goBack()
  await expect.poll(path).toBe('/help')

  // A link inside a sheet opens its page, and Back returns to the page below the sheet.
  await page.goto(new URL('/dashboard', page.url()).href)
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  const field = page.getByRole('combobox', { name: 'Go to anything' })
  await field.fill('settings')
  // Later results would move the options under the finger.
  await waitForIdle(page)
  await page
    .getByRole('option', { name: /^settings/i })
    .first()
    .tap()
  await expect.poll(path).toMatch(/^\/settings/)
  await page.goBack()
  await expect.poll(path).toBe('/dashboard')
  expect(await field.count()).toBe(0)
})

test('a sheet follows a finger, springs back after a short swipe, and closes after a long one', async () => {
  const page = await openPhone('/dashboard')
  const touch = await page.context().newCDPSession(page)
  const dialog = await openAddDialog(page)
  const heading = dialog.getByText('What would you like to save?')
  const [x, y] = await centre(heading)
  const top = async () => (await dialog.boundingBox())!.y
  const restingTop = await top()
  await drag(touch, [x, y], [x, y + 60])
  await expect.poll(top).toBeGreaterThan(restingTop + 30)
  // A pause, so that it is not a flick.
  await page.evaluate(() => new Promise(done => setTimeout(done, 400)))
  await lift(touch)
  await expect.poll(top).toBe(restingTop)
  await drag(touch, [x, y], [x, 820])
  await lift(touch)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Add')

  // A menu is a sheet as well.
  await findCard(page, 'Driftwood')
    .getByRole('button', { name: /actions for/i })
    .tap()
  const menu = page.getByRole('menu')
  await menu.waitFor()
  await waitForMotion(menu)
  const box = (await menu.boundingBox())!
  expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 390, 844])
  // The most frequent actions are tiles in one row.
  const tiles = menu.getByRole('group').getByRole('menuitem')
  expect(await tiles.locator('[aria-hidden]:not(svg)').allInnerTexts()).toEqual([
    'Open',
    'Copy',
    'Share',
    'Favourite',
  ])
  const tops = await Promise.all((await tiles.all()).map(async tile => (await tile.boundingBox())!.y))
  expect(new Set(tops).size).toBe(1)
  await expectAccessible(page)
  await saveScreenshot(page, 'phone-menu')
  // The last entry names the target of the link.
  await menu
    .getByRole('menuitem', { name: /^Trash/ })
    .getByText('Goes to Trash')
    .waitFor()
  await drag(touch, [x, box.y + 20], [x, 830])
  await lift(touch)
  await menu.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
    .toBe('Actions for Driftwood')
})

test('a long press selects a link, and further taps select more', async () => {
  const page = await openPhone('/dashboard')
  await page.getByText('Recent links').waitFor()
  const touch = await page.context().newCDPSession(page)
  const card = findCard(page, 'Driftwood')
  await card.scrollIntoViewIfNeeded()
  const [x, y] = await centre(card.locator('[data-thumb]'))
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await page.getByText('1 selected').waitFor()
  await lift(touch)
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await findCard(page, 'Peat bricks').getByRole('link', { name: 'Peat bricks' }).tap()
  await page.getByText('2 selected').waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'phone-selection')
  const actions = page.locator('[data-bulk] [role=toolbar] > div button')
  const tops = await actions.evaluateAll(all => all.map(each => Math.round(each.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(1)
  await pressBack(page)
  await page.getByText('2 selected').waitFor({ state: 'detached' })
})

test('COL-02 the menu of a collection has the counts of its page', async () => {
  const roofs = await ada.call(createCollection, { name: 'Roofs of Iceland' })
  const sod = await ada.call(createCollection, { name: 'Sod', parent: roofs._id })
  await ada.call(saveLink, {
    name: 'Driven sod',
    link: 'https://driven.example/',
    category: 3,
    parent: sod._id,
  })
  const page = await openPhone(`/collections/?folderid=${roofs._id}`)
  const counts = '1 link · 1 collection'
  await page.getByRole('main').getByText(counts).waitFor()
  await page.getByRole('button', { name: 'Actions for Roofs of Iceland' }).tap()
  await page.getByRole('dialog').or(page.getByRole('menu')).getByText(counts).first().waitFor()
})

test('one row has the tabs of the settings, and scrolls to the selected one', async () => {
  const page = await openPhone('/settings?tab=danger')
  const selected = page.getByRole('tab', { selected: true })
  await selected.waitFor()
  const boxes = await page
    .getByRole('tab')
    .evaluateAll(all => all.map(each => Math.round(each.getBoundingClientRect().top)))
  expect(new Set(boxes).size).toBe(1)
  const box = (await selected.boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await saveScreenshot(page, 'phone-settings')
})

test('SAVE-01 an address typed into the first step opens the form with its category', async () => {
  const page = await openPhone('/dashboard')
  const dialog = await openAddDialog(page)
  await expectAccessible(page)
  await saveScreenshot(page, 'phone-add')
  await dialog.getByRole('textbox', { name: 'Paste an address here' }).fill('https://vimeo.com/76979871')
  await dialog.getByRole('button', { name: 'Continue' }).tap()
  await dialog.getByText('Vimeo is shown inline.').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toBe(
    'https://vimeo.com/76979871',
  )
  await dialog.getByRole('button', { name: 'Save', exact: true }).tap()
  await dialog.waitFor({ state: 'detached' })
  const { links } = await ada.call(listDashboardLinks, {})
  expect(links[0]).toMatchObject({ link: 'https://vimeo.com/76979871', category: 2 })
})

test('SAVE-07 four taps save a copied address with a collection and a tag: Add, Paste, Tags, Save', async () => {
  const parent = (await ada.call(createCollection, { name: 'Roofs' }))._id
  const page = await openPhone(`/c/${parent}`)
  await page.evaluate(() => navigator.clipboard.writeText('https://example.org/reed'))
  const dialog = await openAddDialog(page)
  await dialog.getByRole('button', { name: 'Paste' }).tap()
  await dialog.getByRole('combobox', { name: 'Tags' }).tap()
  await page.keyboard.type('marsh')
  await dialog.getByRole('button', { name: 'Save', exact: true }).tap()
  await dialog.waitFor({ state: 'detached' })
  const { links } = await ada.call(listDashboardLinks, {})
  expect(links[0]).toMatchObject({ link: 'https://example.org/reed', parent, tags: [{ name: 'marsh' }] })
})

test('the page of a link opens with visible title and Open original, and links back to its collection', async () => {
  const parent = (await ada.call(createCollection, { name: 'Long reads' }))._id
  const desc = 'A long description. '.repeat(200)
  const { _id } = await ada.call(saveLink, {
    name: 'A long page',
    link: 'https://long.example/',
    desc,
    category: 3,
    parent,
    tags: ['later'],
  })
  const page = await openPhone(`/l/${_id}`)
  const isVisible = async (target: Locator) => {
    await target.waitFor()
    const box = (await target.boundingBox())!
    expect(box.y + box.height).toBeLessThan(844)
  }
  await isVisible(page.getByRole('heading', { name: 'A long page' }))
  await isVisible(page.getByRole('link', { name: 'Open original' }))
  await isVisible(page.getByRole('link', { name: '#later' }))
  await expectAccessible(page)
  await saveScreenshot(page, 'phone-link')
  await page.getByRole('link', { name: 'Back' }).tap()
  await page.waitForURL(`**/c/${parent}`)
})
