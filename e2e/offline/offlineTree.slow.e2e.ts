import { getTree, getCollection } from '@nestmark/contract/collections'
import { listDashboardLinks, getLink, saveLink, updateLink } from '@nestmark/contract/links/links'
import type { TreeNode } from '@nestmark/contract/shapes'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, openCardMenu, openLinkForm, selectCardAction } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment, waitForForms } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const findConnectionBar = (page: Page) => page.getByRole('region', { name: 'Connection' })
const findRow = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name }).first()
const toNames = (node: TreeNode): unknown[] =>
  node.children.map(child =>
    child.children.length > 0 ? [child.folder_name, toNames(child)] : child.folder_name,
  )
const readTree = async () => toNames(await ada.call(getTree, {}))

/** Opens the dashboard and waits for the code of the forms, which the page fetches when it is idle. */
async function openReadyPage(): Promise<Page> {
  const page = await env.open(ada, '/dashboard', { clock: true })
  await page.getByText('Recent links').waitFor()
  await waitForForms(page)
  return page
}

/** Returns the disabled entries of a menu, except the one for a server without a browser, as those of the tests. */
async function listDisabled(menu: Locator): Promise<string[]> {
  const entries = await menu.locator('[aria-disabled=true]').allInnerTexts()
  return entries.filter(entry => !entry.startsWith('No PDF'))
}

test('OFFLINE the tree shows a collection created offline, which accepts a link, and the page sends both once', async () => {
  const page = await openReadyPage()
  await page.context().setOffline(true)
  await findConnectionBar(page).getByText('You are offline.').waitFor()
  await page.keyboard.press('Control+Shift+L')
  const form = page.getByRole('dialog')
  await form.getByLabel(/name/i).first().fill('Made on the train')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved offline').waitFor()
  await findRow(page, 'Made on the train').waitFor()
  await expectAccessible(page)

  await openLinkForm(page)
  await form.getByRole('textbox', { name: 'Link', exact: true }).fill('example.org/window-seat')
  await form.getByRole('textbox', { name: 'Title' }).fill('Window seat')
  await form.getByRole('button', { name: /^Collection/ }).click()
  await page
    .getByRole('treeitem', { name: /Made on the train/ })
    .last()
    .click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await findConnectionBar(page).getByText('2 changes are waiting').waitFor()

  await page.context().setOffline(false)
  await page.getByText('2 changes were sent').waitFor()
  expect(await readTree()).toEqual(['Made on the train', 'My First Folder'])
  const [link] = (await ada.call(listDashboardLinks, {})).links
  expect([link!.name, link!.parent_name]).toEqual(['Window seat', 'Made on the train'])
  await expect.poll(() => findRow(page, 'Made on the train').getAttribute('href')).toBe(`/c/${link!.parent}`)
})

test('OFFLINE the page queues moves and checklist ticks, and applies a tick to the current list of the server', async () => {
  const [target, box] = [await addCollection(ada, 'Archive'), await addCollection(ada, 'Box')]
  const list = await ada.call(saveLink, {
    name: 'Shopping',
    category: 4,
    subCategory: 3,
    desc: 'x',
    check_list: ['Flour', 'Salt', 'Yeast'].map(text => ({ text, done: false })),
  })
  const page = await openReadyPage()
  await findCard(page, 'Shopping').waitFor()
  await page.context().setOffline(true)
  await findConnectionBar(page).getByText('You are offline.').waitFor()
  await findCard(page, 'Shopping').getByRole('checkbox', { name: 'Salt' }).press('Space')
  await findConnectionBar(page).getByText('1 change is waiting').waitFor()
  await findCard(page, 'Shopping').getByRole('checkbox', { name: 'Yeast' }).press('Space')
  await findConnectionBar(page).getByText('2 changes are waiting').waitFor()
  expect(await findCard(page, 'Shopping').getByRole('checkbox', { name: 'Salt' }).isChecked()).toBe(true)

  await openCardMenu(page, 'Shopping')
  expect(await listDisabled(page.getByRole('menu'))).toEqual(['Share', 'Encrypt'])
  await page.keyboard.press('Escape')

  await selectCardAction(page, 'Box', 'Move')
  await page
    .getByRole('dialog')
    .getByRole('treeitem', { name: /Archive/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /^Move/ }).click()
  await findConnectionBar(page).getByText('3 changes are waiting').waitFor()
  await findRow(page, 'Archive').press('ArrowRight')
  expect(await findRow(page, 'Box').getAttribute('aria-level')).toBe('2')

  // Another client inserts an item before the others.
  await ada.call(updateLink, {
    link_id: list._id,
    check_list: ['Milk', 'Flour', 'Salt', 'Yeast'].map(text => ({ text, done: text === 'Milk' })),
  })
  await page.context().setOffline(false)
  await page.getByText('3 changes were sent').waitFor()
  const { link } = await ada.call(getLink, { link_id: list._id })
  expect(link.check_list.map(item => [item.text, item.done])).toEqual([
    ['Milk', true],
    ['Flour', false],
    ['Salt', true],
    ['Yeast', true],
  ])
  expect((await ada.call(getCollection, { folder_id: box })).folder.parent).toBe(target)
})

test('OFFLINE COL-04 the menu of an unopened tree row works offline, and disables entries that need the network', async () => {
  const [target, box] = [await addCollection(ada, 'Archive'), await addCollection(ada, 'Box')]
  const page = await env.open(ada, '/tags', { clock: true })
  await findRow(page, 'Archive').waitFor()
  await waitForForms(page)
  await page.context().setOffline(true)
  await findConnectionBar(page).getByText('You are offline.').waitFor()
  // After a slow press, releasing the button does not close the menu.
  await findRow(page, 'Box').click({ button: 'right', delay: 600 })
  const menu = page.getByRole('menu', { name: 'Actions for Box' })
  await menu.getByText('You are offline. Greyed-out actions need a connection.').waitFor()
  const disabled = await listDisabled(menu)
  expect(disabled).toEqual([
    'Share',
    'Export',
    'Activity',
    'Fill from feeds',
    'Edit',
    'Encrypt collection',
    'Trash',
  ])
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Add to favourites' }).click()
  await findConnectionBar(page).getByText('1 change is waiting').waitFor()
  await findRow(page, 'Box').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Remove from favourites' }).waitFor()
  await menu.getByRole('menuitem', { name: 'Move', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('treeitem', { name: /Archive/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: /^Move/ }).click()
  await findConnectionBar(page).getByText('2 changes are waiting').waitFor()
  await page.context().setOffline(false)
  await page.getByText('2 changes were sent').waitFor()
  const { folder } = await ada.call(getCollection, { folder_id: box })
  expect([folder.parent, folder.favourite]).toEqual([target, 1])
})

test('COL-02 the user sorts collections on the dashboard and on the phone', async () => {
  const top = await addCollection(ada, 'Top')
  for (const name of ['Beta', 'alpha', 'Gamma']) {
    env.app.clock.now += 1000
    await addCollection(ada, name, top)
  }
  const order = (page: Page) =>
    page
      .getByRole('article')
      .filter({ hasText: /Beta|alpha|Gamma/ })
      .evaluateAll(all => all.map(card => /Beta|alpha|Gamma/.exec(card.textContent)![0]))
  const phone = await env.open(ada, `/c/${top}`, { width: 390, height: 844 })
  await findCard(phone, 'Gamma').waitFor()
  expect(await order(phone)).toEqual(['Gamma', 'alpha', 'Beta'])
  await phone.getByRole('button', { name: 'Last changed' }).click()
  await phone.getByRole('menuitemradio', { name: 'By name' }).click()
  await expect.poll(() => order(phone)).toEqual(['alpha', 'Beta', 'Gamma'])
  await expectAccessible(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  for (const name of ['Beta', 'alpha']) await addCollection(ada, name)
  const page = await env.open(ada, '/dashboard')
  await findCard(page, 'alpha').waitFor()
  await page.getByRole('button', { name: 'Last changed' }).first().click()
  await page.getByRole('menuitemradio', { name: 'By name' }).click()
  await expect.poll(() => order(page)).toEqual(['alpha', 'Beta'])
})
