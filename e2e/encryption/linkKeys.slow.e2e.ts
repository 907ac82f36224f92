import { getCollection } from '@nestmark/contract/collections'
import { getLink, listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { findCard } from '../support/pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
  const names = ['Turf roofs', 'Sod walls', 'Driftwood', 'Peat bricks']
  // The last one is the newest, so it comes first in the list.
  for (const name of names) {
    env.app.clock.now += 1000
    await ada.call(saveLink, {
      name,
      link: `https://${name.split(' ')[0]!.toLowerCase()}.example/`,
      category: 3,
    })
  }
})

const readNames = async () => (await ada.call(listDashboardLinks, {})).links.map(link => link.name)
const waitForFocus = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
const focusCard = (page: Page, name: string) =>
  findCard(page, name).getByRole('link', { name, exact: true }).first().focus()

test('the keys of a focused link do what its menu shows', async () => {
  const page = await env.open(ada, '/dashboard')
  await focusCard(page, 'Driftwood')
  const dialog = page.getByRole('dialog')

  await page.keyboard.press('e')
  await dialog.getByRole('heading', { name: 'Edit Link' }).waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Driftwood')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await waitForFocus(page, 'Driftwood')
  for (const [key, name] of [
    ['t', /tag/i],
    ['m', /move/i],
  ] as const) {
    await page.keyboard.press(key)
    await page.getByRole('dialog', { name }).waitFor()
    // The next key is typed into its first field.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await waitForFocus(page, 'Driftwood')
  }
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('1 selected').waitFor({ state: 'detached' })

  await page.keyboard.press('Delete')
  await dialog.getByRole('button', { name: /trash|delete/i }).click()
  await findCard(page, 'Driftwood').waitFor({ state: 'detached' })
  // The focus is on the neighbour, so the next key acts on it.
  await waitForFocus(page, 'Sod walls')
  await page.keyboard.press('Control+z')
  await findCard(page, 'Driftwood').waitFor()
  expect(await readNames()).toHaveLength(4)
  await page.keyboard.press('Control+z')
  await page.getByText('Nothing to undo').waitFor()
})

test('a dialog whose content arrives later has the focus in its first field then', async () => {
  const page = await env.open(ada, '/testR')
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/get-folder-chain', async route => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await focusCard(page, 'Sod walls')
  await page.keyboard.press('m')
  await page.getByRole('dialog', { name: /move/i }).waitFor()
  const readFocus = () => page.evaluate(() => document.activeElement?.role ?? document.activeElement?.tagName)
  await expect.poll(readFocus).toBe('dialog')
  gate.resolve()
  await expect.poll(readFocus).toBe('INPUT')
})

test('M, letters and Enter twice move a link', async () => {
  const target = await addCollection(ada, 'Kitchen')
  const page = await env.open(ada, '/dashboard')
  await focusCard(page, 'Driftwood')
  await page.keyboard.press('m')
  const field = page.getByRole('searchbox', { name: 'Find a collection' })
  await expect.poll(() => field.evaluate(input => input === document.activeElement)).toBe(true)
  await page.keyboard.type('kit')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Move to Kitchen' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 link was moved').waitFor()
  expect((await ada.call(getCollection, { folder_id: target })).folder.links_count).toBe(1)
})

test('with a selection the same keys and the commands of the palette apply to it', async () => {
  const page = await env.open(ada, '/dashboard')
  const dialog = page.getByRole('dialog')
  // Before the page is rendered, it has no keys.
  await findCard(page, 'Driftwood').waitFor()
  await page.keyboard.press('Control+k')
  await dialog.getByRole('option', { name: /Add link/ }).waitFor()
  expect(await dialog.getByRole('option', { name: /selected/ }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await focusCard(page, 'Driftwood')
  await page.keyboard.press('x')
  await focusCard(page, 'Sod walls')
  await page.keyboard.press('x')
  await page.getByText('2 selected').waitFor()
  // The focus is on another link, which stays where it is.
  await focusCard(page, 'Turf roofs')
  await page.keyboard.press('t')
  await page.getByRole('dialog', { name: /2 links/ }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  const move = dialog.getByRole('option', { name: /Move selected links…/ })
  await move.waitFor()
  expect(await move.textContent()).toContain('M')
  await saveScreenshot(page, 'palette-selection')
  await move.click()
  await page.getByRole('dialog', { name: /2 links/ }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.keyboard.press('Delete')
  await dialog.getByRole('button', { name: /trash|delete/i }).click()
  await page.getByText('2 selected').waitFor({ state: 'detached' })
  await expect.poll(readNames).toEqual(['Peat bricks', 'Turf roofs'])
})

test('a right click opens the menu at the pointer, with its keys', async () => {
  const page = await env.open(ada, '/dashboard')
  const card = findCard(page, 'Sod walls')
  await card.waitFor()
  await waitForIdle(page)
  const box = (await card.boundingBox())!
  // A person holds the button briefly. On Linux and macOS the event comes with the press, before the release.
  await page.mouse.click(box.x + 60, box.y + 40, { button: 'right', delay: 300 })
  const menu = page.getByRole('menu')
  await menu.waitFor()
  await expect.poll(() => menu.evaluate(element => element.getAnimations().length)).toBe(0)
  const menuBox = (await menu.boundingBox())!
  expect(Math.abs(menuBox.y - (box.y + 40))).toBeLessThan(10)
  expect(menuBox.x).toBeLessThanOrEqual(box.x + 60)
  expect(menuBox.x + menuBox.width).toBeGreaterThanOrEqual(box.x + 60 - 1)
  expect(await menu.getByRole('menuitem', { name: /^Edit/ }).innerText()).toMatch(/E$/)
  await expectAccessible(page)
  await saveScreenshot(page, 'context-menu')
  await menu.getByRole('menuitem', { name: /favourites/ }).click()
  const links = (await ada.call(listDashboardLinks, {})).links
  await expect
    .poll(async () => {
      const id = links.find(link => link.name === 'Sod walls')!._id
      return (await ada.call(getLink, { link_id: id })).link.favourite
    })
    .toBe(1)
  // With Shift, the browser's own menu opens.
  await page.keyboard.down('Shift')
  await page.mouse.click(box.x + 60, box.y + 40, { button: 'right' })
  await page.keyboard.up('Shift')
  expect(await menu.count()).toBe(0)
})

test('Escape returns the focus from a context menu to its link', async () => {
  const page = await env.open(ada, '/dashboard')
  await focusCard(page, 'Sod walls')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await waitForFocus(page, 'Sod walls')
  // Its own button receives the focus after the menu that it opened.
  await findCard(page, 'Sod walls').getByRole('button', { name: 'Actions for Sod walls' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
    .toBe('Actions for Sod walls')
})

test('the context menu of selected cards acts on all of them', async () => {
  const page = await env.open(ada, '/dashboard')
  const selected = ['Sod walls', 'Driftwood']
  for (const name of selected) {
    await findCard(page, name).hover()
    await findCard(page, name)
      .getByRole('checkbox', { name: `Select ${name}` })
      .check()
  }
  const menu = page.getByRole('menu', { name: 'Selected links' })
  await findCard(page, 'Driftwood').click({ button: 'right' })
  await menu.waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'context-menu-of-selection')
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await page.getByRole('toolbar', { name: 'Selected links' }).getByText('2 selected').waitFor()
  // A card that is not selected is added to the selection.
  await findCard(page, 'Turf roofs').click({ button: 'right' })
  await menu.getByText('3 selected').waitFor()
  await page.keyboard.press('Escape')
  await focusCard(page, 'Sod walls')
  await page.keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: /^Favourite/ }).click()
  const listFavourites = async () =>
    (await ada.call(listDashboardLinks, {})).links.filter(link => link.favourite).map(link => link.name)
  await expect
    .poll(async () => (await listFavourites()).toSorted())
    .toEqual([...selected, 'Turf roofs'].toSorted())
})

test('the focus stays on its link when the list adds another one above it', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.getByRole('radio', { name: 'Mosaic' }).click()
  await findCard(page, 'Driftwood').waitFor()
  await waitForIdle(page)
  await focusCard(page, 'Driftwood')
  env.app.clock.now += 1000
  await ada.call(saveLink, { name: 'Stone huts', link: 'https://stone.example/', category: 3 })
  await findCard(page, 'Stone huts').waitFor()
  await waitForIdle(page)
  await waitForFocus(page, 'Driftwood')
})

test('the overlay of a link goes to its neighbours and keeps its buttons in the corner', async () => {
  const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
  await findCard(page, 'Driftwood').getByRole('link', { name: 'Driftwood', exact: true }).first().click()
  const overlay = page.getByRole('dialog')
  const heading = overlay.getByRole('heading', { level: 2 })
  await overlay.getByRole('heading', { name: 'Driftwood' }).waitFor()
  await overlay.getByRole('button', { name: 'Next link' }).click()
  await overlay.getByRole('heading', { name: 'Sod walls' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await overlay.getByRole('heading', { name: 'Turf roofs' }).waitFor()
  expect(await overlay.getByRole('button', { name: 'Next link' }).getAttribute('aria-disabled')).toBe('true')
  for (const name of ['Sod walls', 'Driftwood', 'Peat bricks']) {
    await page.keyboard.press('ArrowLeft')
    await overlay.getByRole('heading', { name }).waitFor()
  }
  expect(await overlay.getByRole('button', { name: 'Previous link' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  expect(await heading.count()).toBeGreaterThan(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'overlay-390')
  const close = overlay.getByRole('button', { name: 'Close' })
  const before = (await close.boundingBox())!
  await overlay.evaluate(element => {
    for (const part of element.querySelectorAll('*')) part.scrollTop = 200
  })
  expect((await close.boundingBox())!.y).toBe(before.y)
  // One step back leads to the list, not to the previous link.
  await close.click()
  await overlay.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})
