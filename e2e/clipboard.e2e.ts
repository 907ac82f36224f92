import { createFolder } from '@nestmark/contract/collections'
import { dashboardLinks, saveLink } from '@nestmark/contract/links'
import { clipboardAccess, getUserData } from '@nestmark/contract/session'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import {
  waitForResponse,
  expectAccessible,
  startEnvironment,
  waitForIdle,
  type TestEnvironment,
} from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
beforeAll(async () => {
  env = await startEnvironment()
})
beforeEach(async () => {
  ada = await env.signIn('ada')
})
afterAll(() => env.close())

const links = async () => (await ada.call(dashboardLinks, {})).links
const allow = () => ada.call(clipboardAccess, { clipboard_access: 1 })
const copy = (page: Page, text: string) => page.evaluate(words => navigator.clipboard.writeText(words), text)
/** What the browser tells the page when one comes back to its window. */
const comeBack = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')))
/** Comes back until what it brings is there: what listens for it may still be on its way. */
async function comeBackTo(page: Page, dialog: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await comeBack(page)
      await waitForIdle(page)
      return dialog.count()
    })
    .toBe(1)
}
const ask = (page: Page) => page.getByRole('dialog', { name: /read from clipboard for saving links quicker/ })
const offer = (page: Page) => page.getByRole('dialog', { name: 'Do you want to save this URL?' })
/** The page has done whatever coming back makes it do. */
async function looked(page: Page): Promise<void> {
  await waitForIdle(page)
  await expect.poll(() => reading(page)).toBe(0)
  await waitForIdle(page)
}
const quiet = async (page: Page) => {
  await comeBack(page)
  await looked(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
}
async function open(
  path = '/dashboard',
  size?: { width: number; height: number; dark?: boolean },
): Promise<Page> {
  const page = await env.open(ada, '/testR', size)
  // Counts how often the page really reads; the reading itself is the browser's own.
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
  // Who one is, and what they chose, is known, and what listens for the focus is there.
  await page.waitForFunction(() => localStorage.getItem('me_id') !== null)
  await waitForResponse(page, /ClipboardWatch/)
  await waitForIdle(page)
  return page
}
const reads = (page: Page) =>
  page.evaluate(() => (navigator.clipboard as Clipboard & { times?: number }).times)
/** How many readings are under way; in pages that do not count them, none. */
const reading = (page: Page) =>
  page.evaluate(() => (navigator.clipboard as Clipboard & { reading?: number }).reading ?? 0)

test('CLIP-01 the question comes only without a choice; the browser is asked after a yes alone; both choices are kept', async () => {
  const page = await open()
  await copy(page, 'https://example.org/copied')
  await comeBackTo(page, ask(page))
  await expectAccessible(page)
  expect(await reads(page)).toBe(0)
  await ask(page).getByRole('button', { name: 'No', exact: true }).click()
  await ask(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('clipboard_access'))).toBe('0')
  await expect.poll(async () => (await ada.call(getUserData, {})).clipboard_access).toBe(0)
  await quiet(page)
  expect(await reads(page)).toBe(0)

  ada = await env.signIn('ada')
  const other = await open()
  await copy(other, 'https://example.org/copied')
  await comeBackTo(other, ask(other))
  await ask(other).getByRole('button', { name: 'Yes', exact: true }).click()
  await other.getByText('Thanks! We will show option to save copied links').waitFor()
  await offer(other).waitFor()
  expect(await reads(other)).toBe(1)
  await expect.poll(() => other.evaluate(() => localStorage.getItem('clipboard_access'))).toBe('1')
  await expect.poll(async () => (await ada.call(getUserData, {})).clipboard_access).toBe(1)
})

test('CLIP-01 a choice made on another device counts, and a browser that says no is named', async () => {
  await ada.call(clipboardAccess, { clipboard_access: 0 })
  await quiet(await open())
  ada = await env.signIn('ada')
  const page = await open()
  await page.context().clearPermissions()
  await comeBackTo(page, ask(page))
  await ask(page).getByRole('button', { name: 'Yes', exact: true }).click()
  await page.getByText('Your browser does not let Nestmark read the clipboard').waitFor()
  expect(await page.getByText('Thanks! We will show option').count()).toBe(0)
})

test('CLIP-02 a copied address is offered once; words, own addresses and Firefox are left alone', async () => {
  await allow()
  const page = await open()
  for (const words of [
    'just words',
    'notes.txt',
    'see https://example.org today',
    `${env.app.origin}/c/abc`,
    'javascript:alert(1)',
  ]) {
    await copy(page, words)
    await quiet(page)
  }
  await copy(page, ' https://example.org/once?a=1 ')
  await comeBackTo(page, offer(page))
  await offer(page).getByText('example.org/once?a=1').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await offer(page).waitFor({ state: 'detached' })
  await quiet(page)
  await page.reload()
  await page.getByText('Recent links').waitFor()
  await quiet(page)
  await copy(page, 'https://example.org/another')
  // While a form stands open nothing is laid over it.
  await page.keyboard.press('Control+l')
  await page.getByText('What would you like to save?').waitFor()
  await comeBack(page)
  await looked(page)
  expect(await offer(page).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await comeBackTo(page, offer(page))

  const fox = await env.open(ada, '/dashboard', {
    context: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' },
  })
  await fox.getByText('Recent links').waitFor()
  await copy(fox, 'https://example.org/fox')
  await quiet(fox)
})

test('CLIP-03 No, Quick and Advanced by their keys: q saves where one is, a opens the form with the address, n does nothing', async () => {
  await allow()
  const place = await ada.call(createFolder, { name: 'Reading pile' })
  await ada.call(saveLink, {
    link: 'https://www.example.org/quick/',
    name: 'Old',
    category: 3,
    parent: place._id,
  })
  const page = await open(`/c/${place._id}`)
  await copy(page, 'https://example.org/quick')
  await comeBackTo(page, offer(page))
  for (const name of ['No ( n )', 'Quick ( q )', 'Advanced ( a )'])
    await offer(page).getByRole('button', { name, exact: true }).waitFor()
  await offer(page).getByText('Already saved in Reading pile').waitFor()
  await page.keyboard.press('n')
  await offer(page).waitFor({ state: 'detached' })
  expect(await links()).toHaveLength(1)

  await copy(page, 'https://example.org/quick/two')
  await comeBackTo(page, offer(page))
  await page.keyboard.press('q')
  await page.getByText('Link was added successfully').waitFor()
  await page.getByRole('article').filter({ hasText: 'example.org' }).first().waitFor()
  expect((await links()).find(link => link.link.endsWith('/two'))).toMatchObject({
    parent: place._id,
    category: 3,
  })

  await copy(page, 'www.example.org/advanced')
  await comeBackTo(page, offer(page))
  await page.keyboard.press('a')
  const form = page.getByRole('dialog', { name: 'Add Link' })
  expect(await form.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toBe(
    'http://www.example.org/advanced',
  )
  expect(await form.getByRole('button', { name: /^Collection: Reading pile/ }).count()).toBe(1)
})

test('CLIP-03 on the phone, dark, with a long address', async () => {
  await allow()
  const page = await open('/dashboard', { width: 390, height: 844, dark: true })
  await copy(page, `https://example.org/${'very-long-'.repeat(60)}`)
  await comeBackTo(page, offer(page))
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  if (process.env.NESTMARK_SHOTS) await page.screenshot({ path: process.env.SHOT })
  await offer(page).getByRole('button', { name: 'Quick ( q )' }).click()
  await page.getByText('Link was added successfully').waitFor()
})
