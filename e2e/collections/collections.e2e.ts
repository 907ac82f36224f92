import { createCollection, getTree, getCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment, waitForIdle, waitForResponse } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const create = (name: string, parent?: string, desc?: string) =>
  ada.call(createCollection, { name, parent, desc })
const readCollection = async (id: string) => (await ada.call(getCollection, { folder_id: id })).folder

/** Trashes a collection by the menu of its row in the tree. */
async function trashByKeyboard(page: Page, row: Locator): Promise<void> {
  await row.focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /trash|delete/i })
    .last()
    .click()
}

describe('COL collections on the page', () => {
  test('COL-02 cards show name, counts and date; only the page of the collection shows its description', async () => {
    const top = await create('Kitchen', undefined, 'Bread and ferments')
    await create('Pickles', top._id)
    await ada.call(saveLink, { name: 'Rye', link: 'https://example.org', category: 3, parent: top._id })
    const page = await env.open(ada, '/dashboard')
    const card = findCard(page, 'Kitchen')
    await card.waitFor()
    const text = (await card.innerText()).replace(/\s+/g, ' ')
    expect(text).toContain('1 link')
    expect(text).toContain('1 collection')
    expect(text).toMatch(/[A-Z][a-z]{2} \d{2}, \d{4}/)
    expect(text).not.toContain('Bread and ferments')
    await card
      .getByRole('link', { name: /Kitchen/ })
      .first()
      .click()
    await page.getByText('Bread and ferments').waitFor()
    await expectAccessible(page)
  })

  test('COL-05 missing and empty collections show their texts', async () => {
    const missing = await env.open(ada, '/c/nothing-here')
    await missing.getByText('No Collection found').waitFor()
    await missing
      .getByText('This content has either moved or never existed. You can go to dashboard.')
      .waitFor()
    await expectAccessible(missing)
    const empty = await create('Empty')
    const page = await env.open(ada, `/c/${empty._id}?fbclid=abc`)
    await page.getByText('Empty collection').waitFor()
    await page.getByText('No sub-collections or links found here').waitFor()
    await expectAccessible(page)
  })

  test('COL-03 COL-09 the form creates a collection, with counters and a toast', async () => {
    const page = await env.open(ada, '/dashboard')
    await page.getByText('Recent links').waitFor()
    await page.keyboard.press('Control+Shift+L')
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('button', { name: /save|create|add/i })
      .last()
      .click()
    await dialog.getByText('Collection Name is required').waitFor()
    await dialog.getByLabel(/name/i).first().fill('Soundscapes')
    await dialog.getByText('39 character(s) left').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('Collection was added successfully').waitFor()
    await page.getByRole('tree').getByText('Soundscapes').waitFor()
  })

  test('COL-08 COL-09 a bulk move moves the selected collections and ends the selection mode', async () => {
    const [one, two, target] = [await create('First'), await create('Second'), await create('Target')]
    const page = await env.open(ada, '/dashboard')
    await page.getByRole('button', { name: 'Select', exact: true }).first().click()
    await page.getByRole('checkbox', { name: 'Select First' }).click()
    await page.getByRole('checkbox', { name: 'Select Second' }).click()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Target', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Move to Target' }).click()
    await page.getByText('2 collection(s) were moved successfully').waitFor()
    expect([(await readCollection(one._id)).parent, (await readCollection(two._id)).parent]).toEqual([
      target._id,
      target._id,
    ])
    await page.getByRole('checkbox', { name: 'Select Target' }).waitFor({ state: 'detached' })
  })

  test('COL-06 trashing an ancestor or the open collection in the tree shows a toast and opens the nearest remaining one', async () => {
    const outer = await create('Larder')
    const middle = await create('Archive', outer._id)
    const inner = await create('Jars', middle._id)
    const page = await env.open(ada, `/c/${inner._id}`)
    const trash = (name: string) => trashByKeyboard(page, page.getByRole('treeitem', { name }))
    await findHeading(page, 'Jars').waitFor()
    await trash('Archive')
    await page.getByText('Collection was trashed successfully').waitFor()
    await findHeading(page, 'Larder').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/c/${outer._id}`)
    expect((await readCollection(middle._id)).is_trash).toBe(1)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await trash('Larder')
    await page.waitForURL('**/dashboard')
    expect((await readCollection(outer._id)).is_trash).toBe(1)
  })

  test('COL-07 dragging a link onto a tree row moves it', async () => {
    const target = await create('Target')
    await ada.call(saveLink, { name: 'Carry me', link: 'https://example.org', category: 3 })
    const page = await env.open(ada, '/dashboard')
    const link = findCard(page, 'Carry me')
    await link.dragTo(page.getByRole('treeitem', { name: /Target/ }))
    await expect.poll(async () => (await readCollection(target._id)).links_count).toBe(1)
  })

  test('COL-16 a tree of 20,000 collections scrolls and renders few rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => [
      `many-${n}`,
      `Number ${String(n).padStart(5, '0')}`,
    ])
    await env.app.services.db.write(async tx => {
      for (let at = 0; at < rows.length; at += 500)
        await tx
          .insertInto('collections')
          .values(
            rows.slice(at, at + 500).map(([id, name]) => ({
              id: id!,
              owner_id: ada.id,
              parent_id: ada.rootId,
              name: name!,
              name_key: name!.toLowerCase(),
              sort_key: name!.toLowerCase(),
              descr: '',
              created_at: 1,
              updated_at: 1,
            })),
          )
          .execute()
    })
    expect((await ada.call(getTree, {})).children).toHaveLength(20_001)
    const page = await env.open(ada, '/dashboard')
    await page.getByRole('treeitem', { name: /Number 00000/ }).waitFor()
    expect(await page.getByRole('treeitem').count()).toBeLessThan(120)
    await page.getByRole('treeitem', { name: /Number 00003/ }).focus()
    await page.keyboard.press('End')
    await page.getByRole('treeitem', { name: /Number 19999/ }).waitFor()
    expect(await page.getByRole('treeitem').count()).toBeLessThan(120)
    // The focus follows the keys over any distance, and does not move when the tree scrolls.
    const readFocusedText = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(readFocusedText).toContain('Number 19999')
    await page.keyboard.press('Home')
    await expect.poll(readFocusedText).toContain('My First Folder')
    await page.keyboard.press('ArrowDown')
    await expect.poll(readFocusedText).toContain('Number 00000')
    await page.getByRole('treeitem', { name: /Number 00003/ }).hover()
    await page.mouse.wheel(0, 60_000)
    await page
      .getByRole('treeitem', { name: /Number 021\d\d/ })
      .first()
      .waitFor()
    expect(await readFocusedText()).toContain('Number 00000')
    await page.keyboard.press('ArrowDown')
    await expect.poll(readFocusedText).toContain('Number 00001')
    await page.getByRole('treeitem', { name: /Number 00003/ }).waitFor()
  })
})

test('COL-01 the page requests a collection and its content in parallel, once each', async () => {
  const top = await addCollection(ada, 'Asked at once')
  await ada.call(saveLink, { name: 'Inside it', link: 'https://example.org', category: 3, parent: top })
  const page = await env.open(ada, '/tags')
  let requestedPaths: string[] = []
  page.on('request', request => requestedPaths.push(new URL(request.url()).pathname))
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/get-folder-data', async route => {
    await gate.promise
    await route.continue()
  })
  const row = page.getByRole('treeitem', { name: /Asked at once/ })
  await row.waitFor()
  // The stream reports what has changed since the start of the page, and a second before.
  await waitForResponse(page, /\/api\/events/)
  await waitForIdle(page)
  requestedPaths = []
  await row.click()
  const countRequests = (name: string) => requestedPaths.filter(path => path === `/api/${name}`).length
  const countListRequests = () => [
    countRequests('get-folder-folders-from-path'),
    countRequests('get-folder-links-from-path'),
  ]
  await expect.poll(countListRequests).toEqual([1, 1])
  gate.resolve()
  await page.getByRole('article').filter({ hasText: 'Inside it' }).waitFor()
  expect([countRequests('get-folder-data'), ...countListRequests()]).toEqual([1, 1, 1])
})

test('COL-04 NAV-02 a right click, the button More and Shift+F10 open the menu of a tree row', async () => {
  const top = await addCollection(ada, 'Menu of the tree')
  const page = await env.open(ada, '/dashboard')
  const row = page.getByRole('treeitem', { name: /Menu of the tree/ })
  const menu = page.getByRole('menu', { name: /Menu of the tree/ })
  await row.click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: /name/i }).first().fill('Renamed in the tree')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Save|Update/ })
    .click()
  const renamed = page.getByRole('treeitem', { name: /Renamed in the tree/ })
  await renamed.waitFor()
  await renamed.hover()
  await renamed.locator('[title="More"]').click()
  await page.getByRole('menuitem', { name: 'Share' }).waitFor()
  await page.keyboard.press('Escape')
  await trashByKeyboard(page, renamed)
  await renamed.waitFor({ state: 'detached' })
  expect((await ada.call(getCollection, { folder_id: top })).folder.is_trash).toBe(1)
})
