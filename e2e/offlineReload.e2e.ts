import { createFolder } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links'
import { setFolderPermissions } from '@nestmark/contract/share'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { press } from './menuCheck.ts'
import {
  waitForResponse,
  expectAccessible,
  startEnvironment,
  waitForIdle,
  type TestEnvironment,
} from './testEnvironment.ts'

// The page is loaded again while there is no network: what it had read is there, and only the rest is said to be missing.

let env: TestEnvironment
let ada: Person
let field: string
let barn: string
let never: string
beforeAll(async () => {
  env = await startEnvironment()
})
beforeEach(async () => {
  ada = await env.signIn('ada', 1)
  field = (await ada.call(createFolder, { name: 'Field' }))._id
  await ada.call(createFolder, { name: 'Hedge', parent: field })
  never = (await ada.call(createFolder, { name: 'Never opened' }))._id
  barn = (await save('Barn'))._id
})
afterAll(() => env.close())

const save = (name: string) =>
  ada.call(saveLink, { name, link: `https://example.org/${name}`, category: 3, parent: field })
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name }).first()
const head = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const missing = (page: Page) => page.getByText(/^This was not opened in this window lately\./).first()
const cut = (page: Page) =>
  page.context().route('**/api/**', route => route.abort('connectionrefused').catch(() => undefined))
async function expectAccount(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Account' }))
  await page.getByRole('menu').getByText(ada.email, { exact: true }).waitFor()
  await page.getByRole('menu').getByText('Upgrade').waitFor()
  await page.keyboard.press('Escape')
}

for (const width of [1440, 390])
  test(`OFFLINE what was read before is there when the page is loaded again without the network, at ${width}`, async () => {
    const page = await env.open(ada, '/dashboard', { width })
    await card(page, 'Barn').waitFor()
    for (const [path, name] of [
      [`/l/${barn}`, 'Barn'],
      [`/c/${field}`, 'Field'],
    ] as const) {
      await page.goto(path)
      await head(page, name).waitFor()
      await waitForIdle(page)
    }
    await cut(page)
    await page.reload()
    await head(page, 'Field').waitFor()
    await card(page, 'Hedge').waitFor()
    await card(page, 'Barn').waitFor()
    await expectAccessible(page)
    await page.goto(`/l/${barn}`)
    await head(page, 'Barn').waitFor()
    await page.goto('/dashboard')
    await card(page, 'Field').waitFor()
    await card(page, 'Barn').waitFor()
    await expectAccount(page)
    expect(await missing(page).count()).toBe(0)
    await page.goto(`/c/${never}`)
    await missing(page).waitFor()
    await page.goto(`/c/${field}`)
    await card(page, 'Barn').waitFor()
    await save('Gate')
    await page.context().unroute('**/api/**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await card(page, 'Gate').waitFor()
  })

test('OFFLINE a new window knows the person without the network, and another person’s session finds nothing', async () => {
  const page = await env.open(ada, `/c/${field}`)
  await card(page, 'Barn').waitFor()
  await waitForIdle(page)
  await cut(page)
  const other = await page.context().newPage()
  await other.goto(new URL(`/c/${field}`, page.url()).href)
  await missing(other).waitFor()
  await expectAccount(other)
  await other.close()
  const willem = await env.signIn('willem')
  await page.addInitScript(token => localStorage.setItem('token', token), willem.token)
  await page.reload()
  await missing(page).waitFor()
  expect(await card(page, 'Barn').count()).toBe(0)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menu').getByText('Settings').waitFor()
  expect(await page.getByRole('menu').getByText(ada.email).count()).toBe(0)
})

test('OFFLINE SHR-05 what is no longer shared is not kept', async () => {
  const [rosa, willem] = [await env.signIn('rosa', 2), await env.signIn('willem')]
  const box = (await rosa.call(createFolder, { name: 'Shed' }))._id
  await rosa.call(saveLink, { name: 'Barn', link: 'https://example.org', category: 3, parent: box })
  const levels = { folder_id: box, read: 0, write: 1 } as const
  await rosa.call(setFolderPermissions, { ...levels, write_members: [willem.id] })
  const page = await env.open(willem, `/c/${box}`)
  await waitForResponse(page, /^\/api\/events$/)
  await card(page, 'Barn').waitFor()
  await waitForIdle(page)
  await rosa.call(setFolderPermissions, { ...levels, write: 0 })
  await head(page, 'Access needed').waitFor()
  await waitForIdle(page)
  await cut(page)
  await page.reload()
  await missing(page).waitFor()
  expect(await card(page, 'Barn').count()).toBe(0)
})
