import { trashLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addTags } from '@nestmark/contract/tags'
import { deleteTrashedLinks } from '@nestmark/contract/trash'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink, shareCollection } from '../support/collectionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { findHeading, openShareDialog } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment, waitForIdle, waitForRender } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

/** Returns the title of the link that has or contains the focus. */
const readFocusedTitle = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('[data-place]')?.querySelector('[data-main]')?.textContent,
  )

for (const [width, view] of [
  [1440, 'grid'],
  [1440, 'list'],
] as const)
  test(`LINK-12 trashing a link by its menu moves the focus to the next link, as a ${view} at ${width}`, async () => {
    const collection = await addCollection(ada, 'Place')
    for (const name of ['Anna', 'Berta', 'Cleo']) await addLink(ada, name, collection)
    const page = await env.open(ada, `/c/${collection}?sort=title`, { width })
    await page.getByText('Anna').first().waitFor()
    if (view === 'list')
      await page
        .getByRole('radio', { name: 'List' })
        .or(page.getByRole('button', { name: 'List', exact: true }))
        .first()
        .click()
    await waitForIdle(page)
    const trash = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).first().hover()
      await press(page, page.getByRole('button', { name: `Actions for ${name}`, exact: true }))
      await press(page, page.getByRole('menuitem', { name: 'Trash' }))
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Trash' }))
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await expect.poll(() => page.getByRole('link', { name, exact: true }).count()).toBe(0)
    }
    await trash('Anna')
    await expect.poll(() => readFocusedTitle(page)).toBe('Berta')
    await trash('Cleo')
    await expect.poll(() => readFocusedTitle(page)).toBe('Berta')
    await trash('Berta')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

test('LINK-14 the menu button of a card on the phone does not cover right-to-left text', async () => {
  const collection = await addCollection(ada, 'Place')
  await addLink(ada, 'Note', collection, {
    link: '',
    category: 4,
    desc: 'שלום לכולם וברוכים הבאים לכאן היום',
  })
  const page = await env.open(ada, `/c/${collection}`, { width: 390 })
  await page.getByRole('article').first().waitFor()
  const { textRight, menuLeft } = await page
    .getByRole('article')
    .first()
    .evaluate(card => {
      const range = document.createRange()
      range.selectNodeContents(card.querySelector('[data-thumb] > p')!)
      const [first] = range.getClientRects()
      return {
        textRight: first!.right,
        menuLeft: card.querySelector('[aria-haspopup=menu]')!.getBoundingClientRect().left,
      }
    })
  expect(textRight).toBeLessThanOrEqual(menuLeft)
})

test('LINK-11 opening the search of a list on the phone focuses its field', async () => {
  const collection = await addCollection(ada, 'Place')
  await addLink(ada, 'Anna', collection)
  const page = await env.open(ada, `/c/${collection}`, { width: 390 })
  await page.getByRole('article').first().waitFor()
  await press(page, page.getByRole('button', { name: 'Search, select and more' }))
  await press(page, page.getByRole('menuitem', { name: 'Search these links' }))
  const field = page.getByRole('searchbox', { name: 'Search these links' })
  await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
})

test('TAG-01 in the selection mode, a press on the name or count of a tag selects it', async () => {
  await ada.call(addTags, { tags: ['maps', 'trains'] })
  const page = await env.open(ada, '/tags')
  const name = page.locator('[data-place="0"] [data-main]')
  await name.waitFor()
  await waitForIdle(page)
  await press(page, page.getByRole('main').getByRole('button', { name: 'Select', exact: true }))
  await press(page, name)
  await page.getByText('1 selected').waitFor()
  await press(page, page.locator('[data-place="1"] a').last())
  await page.getByText('2 selected').waitFor()
  expect(new URL(page.url()).pathname).toBe('/tags')
})

test('SHR-01 the share dialog confirms that only the owner can open an unshared collection', async () => {
  const collection = await addCollection(ada, 'Place')
  await ada.call(setPermissions, { folder_id: collection, read: 3, write: 0 })
  const page = await env.open(ada, `/c/${collection}`)
  const dialog = await openShareDialog(page, 'Place')
  await dialog.getByRole('radio', { name: /Me only/ }).check()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByRole('heading', { name: 'Only you can open it' }).waitFor()
})

test('SHR-08 an activity entry loses its Undo after the server refuses it because the link is permanently deleted', async () => {
  const willem = await env.signIn('willem', 2)
  const collection = await addCollection(ada, 'Place')
  await shareCollection(ada, collection, 'write', willem)
  const link = await addLink(ada, 'Deleted', collection)
  await ada.call(trashLinks, { linkIdArr: [link] })
  await ada.call(deleteTrashedLinks, { linkIdArr: [link] })
  const page = await env.open(ada, `/c/${collection}`)
  await findHeading(page, 'Place').waitFor()
  await page.getByRole('button', { name: 'Actions for Place' }).first().click()
  await page.getByRole('menuitem', { name: 'Activity' }).click()
  const undo = page.getByRole('button', { name: /^Undo: You removed/ })
  await undo.focus()
  await page.keyboard.press('Enter')
  await page.getByText('This can no longer be undone.').waitFor()
  await expect.poll(() => undo.count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('You removed')
  await expectAccessible(page)
})

/** Returns the label of the focused control if something covers it. */
const readCoveredFocus = (page: Page) =>
  page.evaluate(() => {
    const control = document.activeElement!
    const { left, top, width, height } = control.getBoundingClientRect()
    const front = document.elementFromPoint(left + width / 2, top + height / 2)
    const isCovered = front !== null && !control.contains(front) && !front.contains(control)
    return isCovered ? (control.getAttribute('aria-label') ?? control.textContent) : undefined
  })

for (const width of [1440, 390])
  test(`WCAG 2.4.11 header, sticky bars and dock do not cover the focused control, at ${width}`, async () => {
    const collection = await addCollection(ada, 'Place')
    for (let n = 10; n < 34; n++) await addLink(ada, `Link ${n}`, collection)
    await ada.call(addTags, { tags: Array.from({ length: 24 }, (_, n) => `tag${n}`) })
    const page = await env.open(ada, '/tags', { width, height: 700 })
    // Without the cookie notice, which covers the page until it is dismissed.
    await page.evaluate(() => (document.cookie = 'cookie_consent=1; path=/'))
    const covered: string[] = []
    for (const [path, first, steps] of [
      ['/tags', 'tag0', 50],
      [`/c/${collection}`, 'Link 33', 45],
      ['/dashboard', 'Link 33', 45],
    ] as const) {
      await page.goto(path)
      await page.locator('#main').getByText(first).first().waitFor()
      await waitForIdle(page)
      for (const key of ['Tab', 'Shift+Tab'])
        for (let step = 0; step < steps; step++) {
          await page.keyboard.press(key)
          await waitForRender(page)
          const label = await readCoveredFocus(page)
          if (label !== undefined) covered.push(`${path} ${key} ${label}`)
        }
    }
    expect(covered).toEqual([])
  })
