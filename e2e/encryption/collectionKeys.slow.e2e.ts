import { getCollection } from '@nestmark/contract/collections'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { findCard, openCardMenu } from '../support/pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let research: string
let driftwood: string
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  research = await addCollection(ada, 'Research')
  const ids: string[] = []
  // The last one is the newest, so it comes first in the list.
  for (const name of ['Turf roofs', 'Sod walls', 'Driftwood', 'Peat bricks']) {
    env.app.clock.now += 1000
    ids.push(await addCollection(ada, name, research))
  }
  driftwood = ids[2]!
})

const waitForFocus = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
const focusCard = (page: Page, name: string) =>
  findCard(page, name).getByRole('link', { name, exact: true }).first().focus()
const readFolder = async (folder_id: string) => (await ada.call(getCollection, { folder_id })).folder

test('the keys of a focused collection do what its menu shows', async () => {
  const page = await env.open(ada, `/c/${research}`)
  await findCard(page, 'Driftwood').waitFor()
  await openCardMenu(page, 'Driftwood')
  for (const [name, key] of [
    ['Edit', 'e'],
    ['Move', 'm'],
    ['Trash', 'Delete'],
  ] as const) {
    const entry = page.getByRole('menuitem', { name })
    expect(await entry.getAttribute('aria-keyshortcuts')).toBe(key)
  }
  await expectAccessible(page)
  await saveScreenshot(page, 'collection-keys')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })

  await focusCard(page, 'Driftwood')
  await page.keyboard.press('x')
  await page
    .getByRole('checkbox', { name: 'Select Driftwood' })
    .and(page.locator(':checked'))
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await focusCard(page, 'Driftwood')
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('f')
  await expect.poll(async () => (await readFolder(driftwood)).favourite).toBe(1)
  await page.keyboard.press('e')
  await expect.poll(() => dialog.getByRole('textbox').first().inputValue()).toBe('Driftwood')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await waitForFocus(page, 'Driftwood')

  // The focus goes to the next card, so the next key acts on it; behind the last one it goes to the previous.
  await page.keyboard.press('Delete')
  await dialog.getByRole('button', { name: 'Trash' }).click()
  await findCard(page, 'Driftwood').waitFor({ state: 'detached' })
  await waitForFocus(page, 'Sod walls')
  await focusCard(page, 'Turf roofs')
  await page.keyboard.press('m')
  await dialog.getByRole('searchbox', { name: 'Find a collection' }).fill('My First')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Move to/ }).click()
  await findCard(page, 'Turf roofs').waitFor({ state: 'detached' })
  await waitForFocus(page, 'Sod walls')
})

test.each([
  ['write', 1],
  ['read', 0],
] as const)('X selects a shared collection for members who write, %s', async (role, selected) => {
  const bert = await env.signIn('bert')
  await ada.call(setPermissions, {
    folder_id: research,
    read: 1,
    write: role === 'write' ? 1 : 0,
    read_members: [bert.id],
    write_members: role === 'write' ? [bert.id] : [],
  })
  const page = await env.open(bert, `/c/${research}`, { width: 1440 })
  await findCard(page, 'Driftwood').waitFor()
  await focusCard(page, 'Driftwood')
  await page.keyboard.press('x')
  // F comes after X: when it has its effect, X had its chance.
  await page.keyboard.press('f')
  const checkbox = page.getByRole('checkbox', { name: 'Select Driftwood' })
  await expect
    .poll(async () => (await bert.call(getCollection, { folder_id: driftwood })).folder.favourite)
    .toBe(1)
  expect(await checkbox.count()).toBe(selected)
})
