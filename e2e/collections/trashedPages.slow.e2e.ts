import { getCollection, trashCollections } from '@nestmark/contract/collections'
import { listDashboardLinks, getLink, trashLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { findCard, findHeading, openCardMenu } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment, waitForIdle, waitForResponse } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

/** Trashes or restores a collection as another client. */
const trash = (id: string, isTrash: 0 | 1 = 1) => ada.call(trashCollections, { folderIdArr: [id], isTrash })

/** Opens a page and waits until it receives live updates. */
async function openSubscribed(user: Person, path: string): Promise<Page> {
  const page = await env.open(user, path)
  await waitForResponse(page, /^\/api\/events$/)
  await waitForIdle(page)
  return page
}

test('COL-06 LINK-02 trashing the collection of the open link in the tree opens its parent', async () => {
  const outer = await addCollection(ada, 'Larder')
  const inner = await addCollection(ada, 'Jars', await addCollection(ada, 'Archive', outer))
  const page = await env.open(ada, `/l/${await addLink(ada, 'Honey', inner)}`)
  const trashByTree = async (name: string, above?: string) => {
    if (above) {
      await page.getByRole('treeitem', { name: above }).focus()
      await page.keyboard.press('ArrowRight')
    }
    const row = page.getByRole('treeitem', { name })
    await row.focus()
    await page.keyboard.press('Shift+F10')
    await press(page, page.getByRole('menuitem', { name: 'Trash' }))
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Trash' }))
  }
  await findHeading(page, 'Honey').waitFor()
  await trashByTree('Archive', 'Larder')
  await findHeading(page, 'Larder').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/c/${outer}`)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.goto(`/l/${await addLink(ada, 'Salt', outer)}`)
  await findHeading(page, 'Salt').waitFor()
  await trashByTree('Larder')
  await page.waitForURL('**/dashboard')
  expect((await ada.call(getCollection, { folder_id: outer })).folder.is_trash).toBe(1)
})

test('COL-06 FRESH the page of a collection that another client trashes offers only the trash', async () => {
  const outer = await addCollection(ada, 'Larder')
  const inner = await addCollection(ada, 'Jars', outer)
  await addLink(ada, 'Honey', inner)
  const page = await openSubscribed(ada, `/c/${inner}`)
  await page.getByRole('article').first().waitFor()
  await trash(outer)
  await findHeading(page, 'This collection is in the trash').waitFor()
  await expectAccessible(page)
  // What is inside can be read only.
  await findCard(page, 'Honey').waitFor()
  await openCardMenu(page, 'Honey')
  const entries = page.getByRole('menuitem')
  await entries.first().waitFor()
  expect((await entries.allInnerTexts()).join()).not.toMatch(/edit|trash|move|tags|share|favourite|select/i)
  await page.keyboard.press('Escape')
  const tools = page.getByRole('main').getByRole('button', { name: /^(?!Actions for Honey|Date|Title)/ })
  expect(await tools.count()).toBe(0)
  await page.reload()
  await findHeading(page, 'This collection is in the trash').waitFor()
  // A link created on this page is saved in another collection.
  await page.keyboard.press('Control+l')
  await press(page, page.getByRole('button', { name: /^Note/ }).first())
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Written there')
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /Description|Note/ })
    .first()
    .fill('Words')
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }))
  await expect
    .poll(async () => (await ada.call(listDashboardLinks, {})).links.map(link => link.name))
    .toEqual(['Written there'])
  await trash(outer, 0)
  await findHeading(page, 'Jars').waitFor()
  await trash(outer)
  await press(page, page.getByRole('link', { name: 'Open Trash' }))
  await page.waitForURL('**/trash')
})

test('LINK-02 FRESH the page of a link that another client trashes explains how to restore it', async () => {
  const outer = await addCollection(ada, 'Larder')
  const link = await addLink(ada, 'Honey', await addCollection(ada, 'Jars', outer))
  const page = await openSubscribed(ada, `/l/${link}`)
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await edit.waitFor()
  await trash(outer)
  await page.getByText('This link is in the trash with its collection.').waitFor()
  expect(await edit.count()).toBe(0)
  await page.getByRole('link', { name: 'Open Trash' }).waitFor()
  expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0)
  await expectAccessible(page)
  await trash(outer, 0)
  await edit.waitFor()
  await ada.call(trashLinks, { linkIdArr: [link] })
  await page.getByText('This link is in the trash.', { exact: true }).waitFor()
  await press(page, page.getByRole('button', { name: 'Restore' }))
  await edit.waitFor()
  expect((await ada.call(getLink, { link_id: link })).link.is_trash).toBe(0)
})

test('COL-06 the page of a trashed collection restores the collection itself', async () => {
  const collection = await addCollection(ada, 'Jars', await addCollection(ada, 'Larder'))
  await trash(collection)
  const page = await env.open(ada, `/c/${collection}`)
  await findHeading(page, 'This collection is in the trash').waitFor()
  await press(page, page.getByRole('main').getByRole('button', { name: 'Restore' }))
  await findHeading(page, 'Jars').waitFor()
  expect((await ada.call(getCollection, { folder_id: collection })).folder.is_trash).toBe(0)
})

test('SHR-06 FRESH a collection that its owner trashes closes for readers immediately; writers see whose trash contains it', async () => {
  const [willem, rosa] = [await env.signIn('willem', 2), await env.signIn('rosa', 2)]
  const collection = await addCollection(ada, 'Shed')
  const link = await addLink(ada, 'Planks', collection)
  await ada.call(setPermissions, {
    folder_id: collection,
    read: 1,
    write: 1,
    read_members: [rosa.id],
    write_members: [willem.id],
  })
  const readers = await openSubscribed(rosa, `/l/${link}`)
  const writers = await openSubscribed(willem, `/c/${collection}`)
  await findHeading(readers, 'Planks').waitFor()
  await findHeading(writers, 'Shed').waitFor()
  await trash(collection)
  await findHeading(readers, 'No link found').waitFor()
  expect(await readers.getByRole('complementary', { name: 'About this link' }).count()).toBe(0)
  await readers
    .getByRole('main')
    .getByRole('link', { name: /dashboard/i })
    .waitFor()
  await findHeading(writers, 'This collection is in the trash').waitFor()
  await writers.getByText('It is in ada’s trash.').waitFor()
  await writers.getByRole('main').getByRole('link', { name: 'Go to dashboard' }).waitFor()
})
