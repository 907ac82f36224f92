import { createFolder } from '@nestmark/contract/collections'
import { dashboardLinks, saveLink } from '@nestmark/contract/links'
import { setFolderPermissions } from '@nestmark/contract/share'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { press } from './menuCheck.ts'
import { findHeading } from './pageElements.ts'
import { expectAccessible, startEnvironment, waitForIdle, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
let willem: Person
beforeAll(async () => {
  env = await startEnvironment()
})
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  willem = await env.signIn('willem', 2)
})
afterAll(() => env.close())

const create = async (who: Person, name: string, parent?: string) =>
  (await who.call(createFolder, { name, parent }))._id
const save = async (who: Person, name: string, parent?: string) =>
  (await who.call(saveLink, { name, link: `https://example.org/${name}`, category: 3, parent }))._id
const share = (folder_id: string, may: 'read' | 'write') =>
  ada.call(setFolderPermissions, {
    folder_id,
    read: may === 'read' ? 1 : 0,
    write: may === 'write' ? 1 : 0,
    [`${may}_members`]: [willem.id],
  })
/** Opens the menu of a card, and chooses from it. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  if (page.viewportSize()!.width > 820)
    await page.getByRole('article').filter({ hasText: name }).first().hover()
  await press(page, page.getByRole('button', { name: `Actions for ${name}`, exact: true }))
  await press(page, page.getByRole('menuitem', { name: entry, exact: true }))
}
/** Chooses to write a note, in the dialog that asks for the category. */
const chooseNote = (page: Page) =>
  press(page, page.getByRole('dialog').getByRole('button', { name: /^Note/ }))

for (const width of [1440, 390])
  test(`SAVE-19 SHR-05 what a reader adds begins in their own place, a writer's says whose it is, at ${width}`, async () => {
    const turf = await create(ada, 'Turf')
    await share(turf, 'read')
    const page = await env.open(willem, `/c/${turf}`, { width, height: 844 })
    await findHeading(page, 'Turf').waitFor()
    await waitForIdle(page)
    const dialog = page.getByRole('dialog')
    if (width < 820) await page.getByRole('navigation', { name: 'Main' }).getByRole('button').last().tap()
    else await page.keyboard.press('Control+l')
    await chooseNote(page)
    await dialog.getByRole('button', { name: 'Collection: Dashboard', exact: true }).waitFor()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Own words')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Words')
    await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
    await expect
      .poll(async () => (await willem.call(dashboardLinks, {})).links.map(link => link.name))
      .toEqual(['Own words'])
    await page.keyboard.press('Control+Shift+l')
    await dialog.getByRole('button', { name: /: Dashboard$/ }).waitFor()
    await page.keyboard.press('Escape')

    await share(turf, 'write')
    await page.reload()
    await findHeading(page, 'Turf').waitFor()
    await waitForIdle(page)
    await page.keyboard.press('Control+Shift+l')
    await dialog.getByRole('button', { name: /: Turf shared by ada$/ }).waitFor()
    await expectAccessible(page)
  })

test('SAVE-19 what the server refuses is scrolled into sight and has the focus, on the phone', async () => {
  const turf = await create(ada, 'Turf')
  await share(turf, 'write')
  const page = await env.open(willem, `/c/${turf}`, { width: 390, height: 640 })
  await findHeading(page, 'Turf').waitFor()
  await waitForIdle(page)
  await page.keyboard.press('Control+l')
  await chooseNote(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Words of Willem')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Words')
  await share(turf, 'read')
  await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  const field = dialog.getByRole('button', { name: /^Collection: / })
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => field.evaluate(one => one === document.activeElement)).toBe(true)
  const error = (await dialog.getByRole('alert').boundingBox())!
  const button = (await dialog.getByRole('button', { name: 'Save', exact: true }).boundingBox())!
  expect(error.y + error.height).toBeLessThan(button.y)
})

for (const width of [1440, 390])
  test(`LINK-12 SHR-05 what is another's goes to their collections alone, and the choice says so, at ${width}`, async () => {
    const turf = await create(ada, 'Turf')
    await create(ada, 'Sods', turf)
    await save(ada, 'Planks', turf)
    await share(turf, 'write')
    await create(willem, 'Cellar')
    await save(willem, 'Barrel')
    const page = await env.open(willem, `/c/${turf}`, { width })
    await page.getByRole('article').first().waitFor()
    await waitForIdle(page)
    await choose(page, 'Planks', 'Move')
    const dialog = page.getByRole('dialog')
    const row = (name: string) => dialog.getByRole('treeitem', { name: new RegExp(name) })
    const greyed = (name: string) => row(name).getAttribute('aria-disabled')
    await dialog.getByText('What is ada’s can only go to ada’s collections.').waitFor()
    expect(await greyed('Cellar')).toBe('true')
    expect(await dialog.getByRole('button', { name: 'Dashboard' }).getAttribute('aria-disabled')).toBe('true')
    await row('Turf').focus()
    await page.keyboard.press('ArrowRight')
    await row('Sods').waitFor()
    expect(await greyed('Sods')).toBeNull()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await choose(page, 'Planks', 'Edit')
    await press(page, dialog.getByRole('button', { name: /^Collection: Turf/ }))
    await page.getByText('What is ada’s can only go to ada’s collections.').waitFor()
    expect(
      await page
        .getByRole('treeitem', { name: /Cellar/ })
        .last()
        .getAttribute('aria-disabled'),
    ).toBe('true')

    await page.goto('/dashboard')
    await page.getByRole('article').first().waitFor()
    await waitForIdle(page)
    await choose(page, 'Barrel', 'Move')
    await dialog.getByText('What is yours can only go to your own collections.').waitFor()
    expect([await greyed('Turf'), await greyed('Cellar')]).toEqual(['true', null])
  })

test('LINK-12 COL-08 all collections of a page cannot go into themselves', async () => {
  const outer = await create(ada, 'Outer')
  const one = await create(ada, 'One', outer)
  await create(ada, 'Beneath', one)
  await create(ada, 'Two', outer)
  await create(ada, 'Other')
  await Promise.all(
    Array.from({ length: 45 }, (_, n) => create(ada, `Box ${String(n).padStart(2, '0')}`, outer)),
  )
  const page = await env.open(ada, `/c/${outer}`)
  await findHeading(page, 'Outer').waitFor()
  await waitForIdle(page)
  await page.getByRole('main').getByRole('button', { name: 'Select', exact: true }).first().click()
  await page.getByRole('button', { name: 'Select all 47' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog')
  for (const [name, greyed] of [
    ['Beneath', 'true'],
    ['Two', 'true'],
    ['Other', null],
  ] as const) {
    await dialog.getByRole('searchbox').fill(name)
    const hit = dialog.getByRole('option').filter({ hasText: name })
    await hit.first().waitFor()
    await expect.poll(() => hit.first().getAttribute('aria-disabled')).toBe(greyed)
  }
})
