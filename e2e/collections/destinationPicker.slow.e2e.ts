import { listDashboardLinks, favouriteLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink, shareCollection } from '../support/collectionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let willem: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  willem = await env.signIn('willem', 2)
})

/** Selects an entry from the menu of a card. */
async function selectAction(page: Page, name: string, entry: string): Promise<void> {
  if (page.viewportSize()!.width > 820) await findCard(page, name).hover()
  await press(page, page.getByRole('button', { name: `Actions for ${name}`, exact: true }))
  await press(page, page.getByRole('menuitem', { name: entry, exact: true }))
}
/** Selects the category "note" in the dialog for a new link. */
const selectNote = (page: Page) =>
  press(page, page.getByRole('dialog').getByRole('button', { name: /^Note/ }))

test('SAVE-19 SHR-05 the form preselects the open collection for writers with its owner, and the root for readers', async () => {
  const turf = await addCollection(ada, 'Turf')
  await shareCollection(ada, turf, 'read', willem)
  const page = await env.open(willem, `/c/${turf}`, { height: 844 })
  await findHeading(page, 'Turf').waitFor()
  await waitForIdle(page)
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Control+l')
  await selectNote(page)
  await dialog.getByRole('button', { name: 'Collection: Dashboard', exact: true }).waitFor()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Own words')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Words')
  await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await expect
    .poll(async () => (await willem.call(listDashboardLinks, {})).links.map(link => link.name))
    .toEqual(['Own words'])
  // The server has the link before the form closes, and an open form ignores the keys.
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+l')
  await dialog.getByRole('button', { name: /: Dashboard$/ }).waitFor()
  await page.keyboard.press('Escape')

  await shareCollection(ada, turf, 'write', willem)
  await page.reload()
  await findHeading(page, 'Turf').waitFor()
  await waitForIdle(page)
  await page.keyboard.press('Control+Shift+l')
  await dialog.getByRole('button', { name: /: Turf shared by ada$/ }).waitFor()
  await expectAccessible(page)
})

test('SAVE-19 a refused save scrolls to the collection field and focuses it, on the phone', async () => {
  const turf = await addCollection(ada, 'Turf')
  await shareCollection(ada, turf, 'write', willem)
  const page = await env.open(willem, `/c/${turf}`, { width: 390, height: 640 })
  await findHeading(page, 'Turf').waitFor()
  await waitForIdle(page)
  await page.keyboard.press('Control+l')
  await selectNote(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Words of Willem')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Words')
  await shareCollection(ada, turf, 'read', willem)
  await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  const field = dialog.getByRole('button', { name: /^Collection: / })
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
  const error = (await dialog.getByRole('alert').boundingBox())!
  const button = (await dialog.getByRole('button', { name: 'Save', exact: true }).boundingBox())!
  expect(error.y + error.height).toBeLessThan(button.y)
})

test('LINK-12 SHR-05 the picker disables collections of other owners and explains why', async () => {
  const turf = await addCollection(ada, 'Turf')
  await addCollection(ada, 'Sods', turf)
  await addLink(ada, 'Planks', turf)
  await shareCollection(ada, turf, 'write', willem)
  await addCollection(willem, 'Cellar')
  await addLink(willem, 'Barrel')
  const page = await env.open(willem, `/c/${turf}`)
  await page.getByRole('article').first().waitFor()
  await waitForIdle(page)
  await selectAction(page, 'Planks', 'Move')
  const dialog = page.getByRole('dialog')
  const findRow = (name: string) => dialog.getByRole('treeitem', { name: new RegExp(name) })
  const readDisabled = (name: string) => findRow(name).getAttribute('aria-disabled')
  await dialog.getByText('This belongs to ada, so it can only move to ada’s collections.').waitFor()
  expect(await readDisabled('Cellar')).toBe('true')
  expect(await dialog.getByRole('button', { name: 'Dashboard' }).getAttribute('aria-disabled')).toBe('true')
  await findRow('Turf').focus()
  await page.keyboard.press('ArrowRight')
  await findRow('Sods').waitFor()
  expect(await readDisabled('Sods')).toBeNull()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await selectAction(page, 'Planks', 'Edit')
  await press(page, dialog.getByRole('button', { name: /^Collection: Turf/ }))
  await page.getByText('This belongs to ada, so it can only move to ada’s collections.').waitFor()
  expect(
    await page
      .getByRole('treeitem', { name: /Cellar/ })
      .last()
      .getAttribute('aria-disabled'),
  ).toBe('true')

  await page.goto('/dashboard')
  await page.getByRole('article').first().waitFor()
  await waitForIdle(page)
  await selectAction(page, 'Barrel', 'Move')
  await dialog.getByText('You can only move this to your own collections.').waitFor()
  expect([await readDisabled('Turf'), await readDisabled('Cellar')]).toEqual(['true', null])
})

test('LINK-12 COL-08 a bulk move disables the selected collections and their descendants as targets', async () => {
  const outer = await addCollection(ada, 'Outer')
  const one = await addCollection(ada, 'One', outer)
  await addCollection(ada, 'Inner', one)
  await addCollection(ada, 'Two', outer)
  await addCollection(ada, 'Other')
  await Promise.all(
    Array.from({ length: 45 }, (_, n) => addCollection(ada, `Box ${String(n).padStart(2, '0')}`, outer)),
  )
  const page = await env.open(ada, `/c/${outer}`)
  await findHeading(page, 'Outer').waitFor()
  await waitForIdle(page)
  await page.getByRole('main').getByRole('button', { name: 'Select', exact: true }).first().click()
  await page.getByRole('button', { name: 'Select all 47' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog')
  for (const [name, disabled] of [
    ['Inner', 'true'],
    ['Two', 'true'],
    ['Other', null],
  ] as const) {
    await dialog.getByRole('searchbox').fill(name)
    const hit = dialog.getByRole('option').filter({ hasText: name })
    await hit.first().waitFor()
    await expect.poll(() => hit.first().getAttribute('aria-disabled')).toBe(disabled)
  }
})

test('LINK-12 SHR-06 the page does not move links of different owners together, and disables the button', async () => {
  const turf = await addCollection(ada, 'Turf')
  await shareCollection(ada, turf, 'write', willem)
  for (const link_id of [await addLink(ada, 'Planks', turf), await addLink(willem, 'Barrel')])
    await willem.call(favouriteLink, { link_id, is_fav: 1 })
  const page = await env.open(willem, '/favourites?tab=links')
  await findCard(page, 'Planks').waitFor()
  await waitForIdle(page)
  await page.getByRole('main').getByRole('button', { name: 'Select', exact: true }).first().click()
  for (const name of ['Planks', 'Barrel']) await findCard(page, name).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('These have different owners and can’t be moved together.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true)
})

test('IO-01 SHR-05 the import offers only own collections', async () => {
  await shareCollection(ada, await addCollection(ada, 'Turf'), 'write', willem)
  await addCollection(willem, 'Cellar')
  const page = await env.open(willem, '/settings/import')
  await waitForIdle(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Import into: Dashboard/ })
    .click()
  const picker = page.getByRole('dialog', { name: 'Choose a collection' })
  await picker.getByRole('treeitem', { name: /Cellar/ }).waitFor()
  expect(await picker.getByRole('treeitem', { name: /Turf/ }).count()).toBe(0)
  await picker.getByRole('searchbox').fill('turf')
  await picker.getByRole('option', { name: 'Create “turf” in Dashboard' }).waitFor()
  expect(await picker.getByRole('option').count()).toBe(1)
})
