import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { clipboardAccess, getUserData } from '@nestmark/contract/session'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import {
  expectAccessible,
  saveScreenshot,
  useEnvironment,
  waitForIdle,
  waitForResponse,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const readLinks = async () => (await ada.call(listDashboardLinks, {})).links
const allowClipboard = () => ada.call(clipboardAccess, { clipboard_access: 1 })
const copy = (page: Page, text: string) => page.evaluate(value => navigator.clipboard.writeText(value), text)
/** Dispatches the event that the browser sends when the window gets the focus. */
const focusWindow = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')))
/** Focuses the window until a dialog opens, because the code that listens for the focus may still be loading. */
async function focusUntilOpen(page: Page, dialog: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await focusWindow(page)
      await waitForIdle(page)
      return dialog.count()
    })
    .toBe(1)
}
const findPermissionDialog = (page: Page) =>
  page.getByRole('dialog', { name: /read from clipboard for saving links quicker/ })
const findSaveDialog = (page: Page) => page.getByRole('dialog', { name: 'Do you want to save this URL?' })
/** Waits until the page has handled the focus. */
async function waitForClipboardCheck(page: Page): Promise<void> {
  await waitForIdle(page)
  await expect.poll(() => countPendingReads(page)).toBe(0)
  await waitForIdle(page)
}
const expectNoDialog = async (page: Page) => {
  await focusWindow(page)
  await waitForClipboardCheck(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
}
async function openPage(
  path = '/dashboard',
  size?: { width: number; height: number; dark?: boolean },
): Promise<Page> {
  const page = await env.open(ada, '/testR', size)
  // Counts the reads of the clipboard. The browser executes them.
  await page.addInitScript(() => {
    const clipboard = navigator.clipboard as Clipboard & { times?: number; reading?: number }
    const read = clipboard.readText.bind(clipboard)
    clipboard.times = 0
    clipboard.reading = 0
    clipboard.readText = () => {
      clipboard.times!++
      clipboard.reading!++
      return read().finally(() => clipboard.reading!--)
    }
  })
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  // The page knows the user and their setting, and listens for the focus.
  await page.waitForFunction(() => localStorage.getItem('me_id') !== null)
  await waitForResponse(page, /background-/)
  await waitForIdle(page)
  return page
}
const countReads = (page: Page) =>
  page.evaluate(() => (navigator.clipboard as Clipboard & { times?: number }).times)
/** Returns the number of pending reads; 0 on pages that do not count them. */
const countPendingReads = (page: Page) =>
  page.evaluate(() => (navigator.clipboard as Clipboard & { reading?: number }).reading ?? 0)

test('CLIP-01 the page asks users without a setting, reads the clipboard only after Yes, and stores both answers', async () => {
  const page = await openPage()
  await copy(page, 'https://example.org/copied')
  await focusUntilOpen(page, findPermissionDialog(page))
  await expectAccessible(page)
  expect(await countReads(page)).toBe(0)
  await findPermissionDialog(page).getByRole('button', { name: 'No', exact: true }).click()
  await findPermissionDialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('clipboard_access'))).toBe('0')
  await expect.poll(async () => (await ada.call(getUserData, {})).clipboard_access).toBe(0)
  await expectNoDialog(page)
  expect(await countReads(page)).toBe(0)

  ada = await env.signIn('ada')
  const other = await openPage()
  await copy(other, 'https://example.org/copied')
  await focusUntilOpen(other, findPermissionDialog(other))
  await findPermissionDialog(other).getByRole('button', { name: 'Yes', exact: true }).click()
  await other.getByText('Thanks! We will show option to save copied links').waitFor()
  await findSaveDialog(other).waitFor()
  expect(await countReads(other)).toBe(1)
  await expect.poll(() => other.evaluate(() => localStorage.getItem('clipboard_access'))).toBe('1')
  await expect.poll(async () => (await ada.call(getUserData, {})).clipboard_access).toBe(1)
})

test('CLIP-01 the page uses the setting of another device, and reports a browser that denies access', async () => {
  await ada.call(clipboardAccess, { clipboard_access: 0 })
  await expectNoDialog(await openPage())
  ada = await env.signIn('ada')
  const page = await openPage()
  await page.context().clearPermissions()
  await focusUntilOpen(page, findPermissionDialog(page))
  await findPermissionDialog(page).getByRole('button', { name: 'Yes', exact: true }).click()
  await page.getByText('Your browser doesn’t let Nestmark read the clipboard').waitFor()
  expect(await page.getByText('Thanks! We will show option').count()).toBe(0)
})

test('CLIP-02 the page offers a copied address once, and ignores other text, its own addresses and Firefox', async () => {
  await allowClipboard()
  const page = await openPage()
  for (const text of [
    'just words',
    'notes.txt',
    'see https://example.org today',
    `${env.app.origin}/c/abc`,
    'javascript:alert(1)',
  ]) {
    await copy(page, text)
    await expectNoDialog(page)
  }
  await copy(page, ' https://example.org/once?a=1 ')
  await focusUntilOpen(page, findSaveDialog(page))
  await findSaveDialog(page).getByText('example.org/once?a=1').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await findSaveDialog(page).waitFor({ state: 'detached' })
  await expectNoDialog(page)
  await page.reload()
  await page.getByText('Recent links').waitFor()
  await expectNoDialog(page)
  await copy(page, 'https://example.org/another')
  // The dialog does not open over a form.
  await page.keyboard.press('Control+l')
  await page.getByText('What would you like to save?').waitFor()
  await focusWindow(page)
  await waitForClipboardCheck(page)
  expect(await findSaveDialog(page).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focusUntilOpen(page, findSaveDialog(page))

  const firefox = await env.open(ada, '/dashboard', {
    context: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' },
  })
  await firefox.getByText('Recent links').waitFor()
  await copy(firefox, 'https://example.org/fox')
  await expectNoDialog(firefox)
})

test('CLIP-03 the keys work: q saves to the open collection, a opens the form with the address, n closes the dialog', async () => {
  await allowClipboard()
  const collection = await addCollection(ada, 'Reading pile')
  await ada.call(saveLink, {
    link: 'https://www.example.org/quick/',
    name: 'Old',
    category: 3,
    parent: collection,
  })
  const page = await openPage(`/c/${collection}`)
  await copy(page, 'https://example.org/quick')
  await focusUntilOpen(page, findSaveDialog(page))
  for (const name of ['No ( n )', 'Quick ( q )', 'Advanced ( a )'])
    await findSaveDialog(page).getByRole('button', { name, exact: true }).waitFor()
  await findSaveDialog(page).getByText('Already saved in Reading pile').waitFor()
  await page.keyboard.press('n')
  await findSaveDialog(page).waitFor({ state: 'detached' })
  expect(await readLinks()).toHaveLength(1)

  await copy(page, 'https://example.org/quick/two')
  await focusUntilOpen(page, findSaveDialog(page))
  await page.keyboard.press('q')
  await page.getByText('Link was added successfully').waitFor()
  await findCard(page, 'example.org').waitFor()
  expect((await readLinks()).find(link => link.link.endsWith('/two'))).toMatchObject({
    parent: collection,
    category: 3,
  })

  await copy(page, 'www.example.org/advanced')
  await focusUntilOpen(page, findSaveDialog(page))
  await page.keyboard.press('a')
  const form = page.getByRole('dialog', { name: 'Add Link' })
  expect(await form.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toBe(
    'http://www.example.org/advanced',
  )
  expect(await form.getByRole('button', { name: /^Collection: Reading pile/ }).count()).toBe(1)
})

test('CLIP-03 the dialog fits on the phone, dark, with a long address', async () => {
  await allowClipboard()
  const page = await openPage('/dashboard', { width: 390, height: 844, dark: true })
  await copy(page, `https://example.org/${'very-long-'.repeat(60)}`)
  await focusUntilOpen(page, findSaveDialog(page))
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await saveScreenshot(page, 'clipboard')
  await findSaveDialog(page).getByRole('button', { name: 'Quick ( q )' }).click()
  await page.getByText('Link was added successfully').waitFor()
})
