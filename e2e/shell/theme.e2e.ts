import { changeTheme, getUserData } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { useEnvironment, waitForIdle, waitForRender } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

test('NAV-11 the page and the server store the theme, and a reload renders it immediately', async () => {
  const page = await env.open(ada, '/dashboard')
  // The person prefers reduced motion, so the colours change at once.
  await page.evaluate(() =>
    document.addEventListener('transitionrun', () => document.body.classList.add('moves')),
  )
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  const readScheme = () => page.evaluate(() => document.documentElement.dataset.colorScheme)
  await expect.poll(readScheme).toBe('dark')
  await waitForRender(page)
  expect(await page.locator('body.moves').count()).toBe(0)
  await expect.poll(async () => (await ada.call(getUserData, {})).theme).toBe(1)
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.body)
  expect(await readScheme()).toBe('dark')
  await page.getByRole('button', { name: 'Switch to light' }).click()
  await expect.poll(readScheme).toBe('light')
})

test('SET-03 the theme System follows the scheme of each device immediately', async () => {
  const page = await env.open(ada, '/settings?tab=customize', { dark: true })
  const readScheme = (target: Page) => target.evaluate(() => document.documentElement.dataset.colorScheme)
  const choose = (label: string) => page.getByRole('radio', { name: label, exact: true }).click()
  expect(await readScheme(page)).toBe('dark')
  await choose('Light')
  await expect.poll(() => readScheme(page)).toBe('light')
  await expect.poll(async () => (await ada.call(getUserData, {})).theme).toBe(0)
  await choose('System')
  await expect.poll(() => readScheme(page)).toBe('dark')
  await expect.poll(async () => (await ada.call(getUserData, {})).theme).toBe(2)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => readScheme(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.body)
  expect(await readScheme(page)).toBe('dark')
  const phone = await env.open(ada, '/settings?tab=customize', { width: 390, height: 844 })
  const system = phone.getByRole('radio', { name: 'System', exact: true })
  await expect.poll(() => system.isChecked()).toBe(true)
  expect(await readScheme(phone)).toBe('light')
})

test('NAV-11 quick switches reach the server in order, and the page keeps the last one', async () => {
  await ada.call(changeTheme, { theme: 0 })
  const page = await env.open(ada, '/dashboard')
  const gate = Promise.withResolvers<void>()
  const sent: unknown[] = []
  await page.route('**/api/change-theme', async route => {
    sent.push((route.request().postDataJSON() as { theme: number }).theme)
    await gate.promise
    await route.continue()
  })
  for (const next of ['dark', 'light', 'dark'])
    await page.getByRole('button', { name: `Switch to ${next}` }).click()
  await expect.poll(() => sent).toEqual([1])
  // Other requests would have started before this response arrives.
  await page.evaluate(() => fetch('/api/health').then(response => response.text()))
  expect(sent).toEqual([1])
  gate.resolve()
  await expect.poll(() => sent).toEqual([1, 0, 1])
  await expect.poll(async () => (await ada.call(getUserData, {})).theme).toBe(1)
  await waitForIdle(page)
  expect(await page.evaluate(() => document.documentElement.dataset.colorScheme)).toBe('dark')
})
