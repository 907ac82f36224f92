import { createCollection } from '@nestmark/contract/collections'
import { listDashboardLinks, getLink, saveLink, updateLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, openLinkForm, selectCardAction } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  waitForForms,
  waitForIdle,
  waitForResponse,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const readLinks = async () => (await ada.call(listDashboardLinks, {})).links
const readNames = async () => (await readLinks()).map(link => link.name)
const findConnectionBar = (page: Page) => page.getByRole('region', { name: 'Connection' })

/** Opens the dashboard and waits for the code of the forms, which the page fetches when it is idle. */
async function openReadyPage(): Promise<Page> {
  const page = await env.open(ada, '/dashboard', { clock: true })
  await page.getByText('Recent links').waitFor()
  await waitForForms(page)
  return page
}
async function save(page: Page, name: string): Promise<void> {
  const dialog = await openLinkForm(page)
  await dialog
    .getByRole('textbox', { name: 'Link', exact: true })
    .fill(`example.org/${name.replaceAll(' ', '-')}`)
  await dialog.getByRole('textbox', { name: 'Title' }).fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
/** Blocks all API calls of a page. @returns a function that allows them again */
async function blockApi(page: Page): Promise<() => Promise<void>> {
  await page.context().route('**/api/**', route => route.abort('connectionrefused').catch(() => undefined))
  return () => page.context().unroute('**/api/**')
}

test('OFFLINE dialogs open after the page was offline when it would have preloaded them', async () => {
  const page = await env.open(ada, '/dashboard', { clock: true, fresh: true })
  await page.getByText('Recent links').waitFor()
  // The first parts after the content are loaded, as live updates are.
  await waitForResponse(page, /\/api\/events/)
  // Code whose request is cut off would not be requested again.
  await waitForIdle(page)
  await page.context().setOffline(true)
  await findConnectionBar(page).getByText('You are offline.').waitFor()
  await page.clock.fastForward(5000)
  await page.context().setOffline(false)
  await expect.poll(() => findConnectionBar(page).textContent()).toBe('')
  await openLinkForm(page)
})

test('OFFLINE the page queues and counts saved links, and sends each once in order when the network is back', async () => {
  const page = await openReadyPage()
  expect(await findConnectionBar(page).textContent()).toBe('')
  await page.context().setOffline(true)
  await findConnectionBar(page).getByText('You are offline.').waitFor()
  // The form opens for the first time.
  await save(page, 'First of two')
  await page.getByText('Saved offline').waitFor()
  await save(page, 'Second of two')
  await findConnectionBar(page).getByText('2 changes are waiting').waitFor()
  await expectAccessible(page)
  await findConnectionBar(page).getByRole('button', { name: 'Show' }).click()
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' })
  await list.getByRole('listitem').first().waitFor()
  expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('First of two'),
    expect.stringContaining('Second of two'),
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  expect(await readNames()).toEqual([])

  await page.context().setOffline(false)
  await page.getByText('2 changes were sent').waitFor()
  await findCard(page, 'Second of two').waitFor()
  expect(await readNames()).toEqual(['Second of two', 'First of two'])
  await findConnectionBar(page).getByText(/./).waitFor({ state: 'detached' })
})

test('OFFLINE SAVE-07 an address pasted offline waits with its category', async () => {
  const page = await openReadyPage()
  await page.context().setOffline(true)
  await findConnectionBar(page).getByText('You are offline.').waitFor()
  const waiting = page.getByRole('list', { name: 'Waiting to be sent' })
  for (const [address, category] of [
    ['http://127.0.0.1:4812/offline', 'Link'],
    ['https://vimeo.com/76979871', 'Video'],
  ] as const) {
    await page.evaluate(text => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, address)
    await waiting
      .getByRole('listitem')
      .filter({ hasText: address.slice(8, 15) })
      .getByText(category, { exact: true })
      .waitFor()
  }
})

test('OFFLINE the list of its collection shows a link saved offline as waiting', async () => {
  const { _id } = await ada.call(createCollection, { name: 'Roofs' })
  const page = await env.open(ada, `/c/${_id}`, { width: 390, height: 844, clock: true })
  await waitForForms(page)
  await page.context().setOffline(true)
  await findConnectionBar(page).getByText('You are offline.').waitFor()
  await save(page, 'Turf beside the sea')
  const waiting = page.getByRole('list', { name: 'Waiting to be sent' })
  await waiting.getByText('Turf beside the sea').waitFor()
  await waiting.getByText('Waiting', { exact: true }).waitFor()
  await saveScreenshot(page, 'queued')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await waiting.getByRole('button').click()
  await page.getByRole('dialog', { name: 'Waiting to be sent' }).getByText('Turf beside the sea').waitFor()
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await findCard(page, 'Turf beside the sea').waitFor()
  await waiting.waitFor({ state: 'detached' })
})

test('OFFLINE the page queues a change and shows the reason while the server is unreachable, also on the phone', async () => {
  const link = await ada.call(saveLink, {
    name: 'Already here',
    link: 'https://example.org/here',
    category: 3,
  })
  const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
  await page.getByText('Recent links').waitFor()
  const restore = await blockApi(page)
  await findCard(page, 'Already here')
    .getByRole('button', { name: /actions for/i })
    .click()
  await page.getByRole('menuitem', { name: /favourite/i }).click()
  await findConnectionBar(page).getByText('Can’t reach Nestmark.').waitFor()
  await findConnectionBar(page).getByText('1 change is waiting').waitFor()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await restore()
  await page.getByText('1 change was sent').waitFor()
  expect((await ada.call(getLink, { link_id: link._id })).link.favourite).toBe(1)
})

test('OFFLINE the page queues edits, moves and deletions and shows them immediately', async () => {
  const collection = await ada.call(createCollection, { name: 'Archive' })
  const make = (name: string) =>
    ada.call(saveLink, { name, link: `https://example.org/${name}`, category: 3 })
  const [edited, moved, trashed] = [await make('Edited'), await make('Moved'), await make('Trashed')]
  const page = await openReadyPage()
  await page.context().setOffline(true)
  await selectCardAction(page, 'Edited', 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Edited offline')
  await dialog.getByRole('button', { name: 'Update', exact: true }).click()
  await findCard(page, 'Edited offline').waitFor()
  await selectCardAction(page, 'Edited offline', 'Edit')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Edited twice')
  await dialog.getByRole('button', { name: 'Update', exact: true }).click()
  await findCard(page, 'Edited twice').waitFor()
  await selectCardAction(page, 'Moved', 'Move')
  await dialog.getByRole('treeitem', { name: /Archive/ }).click()
  await dialog.getByRole('button', { name: 'Move to Archive' }).click()
  await dialog.waitFor({ state: 'detached' })
  await selectCardAction(page, 'Trashed', /delete|trash/i)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /delete|trash/i })
    .click()
  await findCard(page, 'Trashed').waitFor({ state: 'detached' })
  await findConnectionBar(page).getByText('4 changes are waiting').waitFor()
  await page.context().setOffline(false)
  await page.getByText('4 changes were sent').waitFor()
  expect((await ada.call(getLink, { link_id: edited._id })).link).toMatchObject({
    name: 'Edited twice',
    version: 3,
  })
  expect((await ada.call(getLink, { link_id: trashed._id })).link.is_trash).toBe(1)
  expect((await ada.call(getLink, { link_id: moved._id })).link.parent).toBe(collection._id)
})

test('OFFLINE a queued edit that the server refuses opens in the form with the conflict', async () => {
  const link = await ada.call(saveLink, { name: 'Edited by two', link: 'https://example.org/f', category: 3 })
  const page = await openReadyPage()
  await page.context().setOffline(true)
  await selectCardAction(page, 'Edited by two', 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('My words')
  await dialog.getByRole('button', { name: 'Update', exact: true }).click()
  await findConnectionBar(page).getByText('1 change is waiting').waitFor()
  await ada.call(updateLink, { link_id: link._id, name: 'Their words' })
  await page.context().setOffline(false)
  await findConnectionBar(page).getByText('1 change couldn’t be sent.').waitFor()
  const show = findConnectionBar(page).getByRole('button', { name: 'Show' })
  // The toast does not cover the button.
  await page
    .getByRole('alert')
    .filter({ hasText: /couldn’t be sent/ })
    .waitFor()
  const isOnTop = await show.evaluate(button => {
    const { x, y, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isOnTop).toBe(true)
  await show.click()
  await page.getByRole('dialog', { name: 'Waiting to be sent' }).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Link' })
  await form.getByText('This link was changed somewhere else').waitFor()
  await form.getByText('My words').waitFor()
  await form.getByText('Their words').waitFor()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Link was updated successfully').waitFor()
  expect((await ada.call(getLink, { link_id: link._id })).link.name).toBe('My words')
  await expect.poll(() => findConnectionBar(page).textContent()).toBe('')
})

test('OFFLINE a logout with queued changes asks for confirmation; an expired session does not delete the queue', async () => {
  const page = await openReadyPage()
  await page.context().setOffline(true)
  await save(page, 'Not sent yet')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page
    .getByRole('dialog', { name: '1 change not sent yet' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await env.app.services.db.write(tx => tx.deleteFrom('session').where('userId', '=', ada.id).execute())
  await page.context().setOffline(false)
  await page.getByText('Token Expired. Please Login Again.').waitFor()
  const stored = await page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => key.startsWith('outbox')),
  )
  expect(stored).toHaveLength(1)
  expect(JSON.parse(stored[0]![1] as string)).toMatchObject({ who: ada.id, title: 'Not sent yet' })
})
