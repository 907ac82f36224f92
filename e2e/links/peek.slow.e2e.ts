import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let collection: string
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  collection = await addCollection(ada, 'Turf & timber')
  for (let n = 0; n < 60; n++)
    await addLink(ada, `Gable ${n}`, collection, { desc: `About gable ${n}`, tags: ['roof'] })
})

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
const findPeek = (page: Page) => page.getByRole('complementary', { name: 'Preview of the link' })
const findMain = (page: Page, name: string) => findCard(page, name).getByRole('link').first()
const readFocused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

async function isInWindow(page: Page, name: string): Promise<boolean> {
  const { y, height } = (await findCard(page, name).boundingBox())!
  return y >= 56 && y + height <= desktop.height
}

describe('LINK-12 the page shows a link next to its list', () => {
  test('Space opens and closes it, the arrow keys change it', async () => {
    const page = await env.open(ada, `/c/${collection}`, desktop)
    await page.getByRole('radio', { name: 'List' }).click()
    await findMain(page, 'Gable 59').focus()
    await page.keyboard.press('Space')
    const peek = findPeek(page)
    await peek.getByRole('heading', { name: 'Gable 59' }).waitFor()
    await peek.getByText('About gable 59').waitFor()
    await peek.getByText('1 of 60').waitFor()
    expect(await readFocused(page)).toBe('Gable 59')
    await page.keyboard.press('ArrowDown')
    await peek.getByRole('heading', { name: 'Gable 58' }).waitFor()
    expect(await readFocused(page)).toBe('Gable 58')
    for (const name of ['Open original', 'Edit', 'Move'])
      expect((await peek.getByText(name, { exact: true }).boundingBox())!.y).toBeLessThan(900)
    expect((await peek.getByText('roof').first().boundingBox())!.y).toBeLessThan(900)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, 'peek-1440')
    // No control of the list is below the panel.
    const { x } = (await peek.boundingBox())!
    // The notice about cookies does not cover its line of keys.
    const notice = (await page.getByRole('region', { name: 'Cookies' }).boundingBox())!
    expect(notice.x + notice.width).toBeLessThanOrEqual(x)
    const rights = await page
      .getByRole('article')
      .evaluateAll(rows => rows.map(row => row.getBoundingClientRect().right))
    expect(Math.max(...rights)).toBeLessThanOrEqual(x)
    await page.keyboard.press('Space')
    await peek.waitFor({ state: 'detached' })
    expect(await readFocused(page)).toBe('Gable 58')
  })

  test('E and F work from the list and from the panel, which shows their keys', async () => {
    const page = await env.open(ada, `/c/${collection}`, desktop)
    await page.getByRole('radio', { name: 'List' }).click()
    await findMain(page, 'Gable 59').focus()
    await page.keyboard.press('Space')
    const peek = findPeek(page)
    await peek.getByRole('heading', { name: 'Gable 59' }).waitFor()
    for (const keys of [/^E\s*edit$/, /^F\s*favourite$/]) await peek.getByText(keys).waitFor()
    const dialog = page.getByRole('dialog')
    const pressEdit = async () => {
      await page.keyboard.press('e')
      await dialog.getByRole('heading', { name: 'Edit Link' }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      // The focus returns in the next frame.
      await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    }
    await pressEdit()
    await page.keyboard.press('f')
    await peek.getByRole('button', { name: 'Remove from favourites' }).waitFor()
    await page.keyboard.press('F6')
    await expect.poll(() => peek.evaluate(panel => panel === document.activeElement)).toBe(true)
    await pressEdit()
    await page.keyboard.press('f')
    await peek.getByRole('button', { name: 'Add to favourites' }).waitFor()
    await page.getByRole('button', { name: 'Share', exact: true }).getByText('Share').waitFor()
  })

  test('Esc and Back close it, and a reload shows it again; the link remains in view', async () => {
    const page = await env.open(ada, `/c/${collection}`, desktop)
    await findMain(page, 'Gable 59').focus()
    for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowDown')
    await expect.poll(() => readFocused(page)).toBe('Gable 29')
    await page.keyboard.press('Space')
    await findPeek(page).getByRole('heading', { name: 'Gable 29' }).waitFor()
    // The narrower grid has fewer columns, and its cards are rendered again.
    await expect.poll(() => readFocused(page)).toBe('Gable 29')
    await page.keyboard.press('Escape')
    await findPeek(page).waitFor({ state: 'detached' })
    await expect.poll(() => isInWindow(page, 'Gable 29')).toBe(true)
    await expect.poll(() => readFocused(page)).toBe('Gable 29')
    await page.keyboard.press('Space')
    await findPeek(page).waitFor()
    await page.goBack()
    await findPeek(page).waitFor({ state: 'detached' })
    await expect.poll(() => isInWindow(page, 'Gable 29')).toBe(true)
    expect(new URL(page.url()).pathname).toBe(`/c/${collection}`)
    await findMain(page, 'Gable 29').focus()
    await page.keyboard.press('Space')
    await findPeek(page).waitFor()
    await page.reload()
    await findPeek(page).getByRole('heading', { name: 'Gable 29' }).waitFor()
    await findPeek(page).getByRole('button', { name: 'Close' }).click()
    await findPeek(page).waitFor({ state: 'detached' })
    await findHeading(page, 'Turf & timber').waitFor()
  })

  test('the link remains in view when the panel moves the list down, and the invitation makes room', async () => {
    for (let n = 0; n < 5; n++) await addCollection(ada, `Roof ${n}`, collection)
    await ada.call(setPermissions, { folder_id: collection, read: 3, write: 0 })
    const page = await env.open(null, `/c/${collection}`, { ...desktop, fresh: true })
    const invitation = page.getByRole('region', { name: 'Build your own nest of links' })
    await findCard(page, 'Gable 59').waitFor()
    await page.mouse.wheel(0, 500)
    await invitation.waitFor()
    await findMain(page, 'Gable 59').focus()
    await page.keyboard.press('Space')
    await findPeek(page).getByRole('heading', { name: 'Gable 59' }).waitFor()
    await expect.poll(() => isInWindow(page, 'Gable 59')).toBe(true)
    await invitation.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await invitation.waitFor()
  })

  test('its buttons move through the list, mark a favourite, edit and open; F6 moves the focus into it', async () => {
    const page = await env.open(ada, `/c/${collection}`, desktop)
    await findMain(page, 'Gable 59').focus()
    await page.keyboard.press('Space')
    const peek = findPeek(page)
    await peek
      .getByRole('button', { name: 'Next link' })
      .or(peek.getByRole('button', { name: /next/i }))
      .first()
      .click()
    await peek.getByRole('heading', { name: 'Gable 58' }).waitFor()
    await peek.getByRole('button', { name: 'Add to favourites' }).click()
    await peek.getByRole('button', { name: 'Remove from favourites' }).waitFor()
    await peek.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await peek.waitFor()
    await page.keyboard.press('F6')
    await page.keyboard.press('F6')
    await peek.getByRole('link', { name: 'Gable 58' }).click()
    await page.waitForURL(/\/l\//)
  })

  test('the next link replaces a trashed one', async () => {
    const page = await env.open(ada, `/c/${collection}`, desktop)
    await findMain(page, 'Gable 59').focus()
    await page.keyboard.press('Space')
    await findPeek(page).getByRole('heading', { name: 'Gable 59' }).waitFor()
    await page.keyboard.press('Delete')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /trash|delete/i })
      .last()
      .click()
    await findPeek(page).getByRole('heading', { name: 'Gable 58' }).waitFor()
  })

  test('in a list, the panel follows the focus when Delete and Enter, or a move, remove the link', async () => {
    await addCollection(ada, 'Sheds')
    const page = await env.open(ada, `/c/${collection}`, desktop)
    await page.getByRole('radio', { name: 'List' }).click()
    await findMain(page, 'Gable 59').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    const peek = findPeek(page)
    await peek.getByText('2 of 60').waitFor()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Enter')
    await peek.getByRole('heading', { name: 'Gable 57' }).waitFor()
    await peek.getByText('2 of 59').waitFor()
    await expect.poll(() => readFocused(page)).toBe('Gable 57')
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Sheds').click()
    await dialog.getByRole('button', { name: /^Move/ }).last().click()
    await peek.getByRole('heading', { name: 'Gable 56' }).waitFor()
    await peek.getByText('2 of 58').waitFor()
  })

  test('the phone shows it in a sheet from the menu', async () => {
    await ada.call(saveLink, {
      name: 'ليلة في الجبال',
      link: 'https://example.org/ar',
      category: 3,
      parent: collection,
    })
    const page = await env.open(ada, `/c/${collection}`, { ...phone, dark: true })
    await findCard(page, 'ليلة في الجبال')
      .getByRole('button', { name: /^Actions/ })
      .tap()
    await page.getByRole('menuitem', { name: 'Peek' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'ليلة في الجبال' }).waitFor()
    await dialog.getByText('Open original').waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, 'peek-390')
    await dialog.getByRole('button', { name: 'Close' }).tap()
    await dialog.waitFor({ state: 'detached' })
  })
})

describe('COL the header of a collection remains in view', () => {
  test.each([
    [1440, true],
    [900, false],
  ])('its name and actions are above the scrolled list at %s px, dark: %s', async (width, dark) => {
    const page = await env.open(ada, `/c/${collection}`, { width, height: 900, dark })
    await findCard(page, 'Gable 59').waitFor()
    const shares = page.getByRole('main').getByRole('button', { name: 'Share', exact: true })
    expect(await shares.count()).toBe(1)
    await page.mouse.move(600, 600)
    await page.mouse.wheel(0, 1200)
    await expect.poll(() => shares.count()).toBe(2)
    const box = (await shares.first().boundingBox())!
    expect(box.y).toBeGreaterThan(55)
    expect(box.y).toBeLessThan(120)
    await saveScreenshot(page, `sticky-${width}-${dark ? 'dark' : 'light'}`)
    await expectAccessible(page)
    await page.keyboard.press('F2')
    await page.getByLabel('Collection Name').fill('Sod & timber')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText('Sod & timber').first().waitFor()
    await page.mouse.wheel(0, -3000)
    await findHeading(page, 'Sod & timber').waitFor()
    await expect.poll(() => shares.count()).toBe(1)
  })
})
