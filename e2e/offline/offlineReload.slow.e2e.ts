import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { press } from '../support/menuCheck.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { waitForWorker, withWorker } from '../support/serviceWorker.ts'
import { expectAccessible, useEnvironment, waitForIdle, waitForResponse } from '../support/testEnvironment.ts'

// Reloads without the network: the page shows data that was read before, and a message for all other data.

const env = useEnvironment()
let ada: Person
let field: string
let barn: string
let unopened: string
beforeEach(async () => {
  ada = await env.signIn('ada', 1)
  field = await addCollection(ada, 'Field')
  await addCollection(ada, 'Hedge', field)
  unopened = await addCollection(ada, 'Never opened')
  barn = (await save('Barn'))._id
})

const save = (name: string) =>
  ada.call(saveLink, { name, link: `https://example.org/${name}`, category: 3, parent: field })
const findMissingNote = (page: Page) => page.getByText(/^This isn’t stored on this device\./).first()
const blockApi = (page: Page) =>
  page.context().route('**/api/**', route => route.abort('connectionrefused').catch(() => undefined))
async function expectAccount(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Account' }))
  await page.getByRole('menu').getByText(ada.email, { exact: true }).waitFor()
  await page.getByRole('menu').getByText('Upgrade').waitFor()
  await page.keyboard.press('Escape')
}

test('OFFLINE a page that reloads without the network shows the data that it had read', async () => {
  const page = await env.open(ada, '/dashboard', withWorker)
  await findCard(page, 'Barn').waitFor()
  await waitForWorker(page)
  for (const [path, name] of [
    [`/l/${barn}`, 'Barn'],
    [`/c/${field}`, 'Field'],
  ] as const) {
    await page.goto(path)
    await findHeading(page, name).waitFor()
    await waitForIdle(page)
  }
  await blockApi(page)
  await page.reload()
  await findHeading(page, 'Field').waitFor()
  await findCard(page, 'Hedge').waitFor()
  await findCard(page, 'Barn').waitFor()
  await expectAccessible(page)
  await page.goto(`/l/${barn}`)
  await findHeading(page, 'Barn').waitFor()
  await page.goto('/dashboard')
  await findCard(page, 'Field').waitFor()
  await findCard(page, 'Barn').waitFor()
  await expectAccount(page)
  expect(await findMissingNote(page).count()).toBe(0)
  await page.goto(`/c/${unopened}`)
  await findMissingNote(page).waitFor()
  await page.goto(`/c/${field}`)
  await findCard(page, 'Barn').waitFor()
  await save('Gate')
  await page.context().unroute('**/api/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await findCard(page, 'Gate').waitFor()
})

test('OFFLINE a new offline window shows the user, and the session of another user finds no data', async () => {
  const page = await env.open(ada, `/c/${field}`, withWorker)
  await findCard(page, 'Barn').waitFor()
  await waitForWorker(page)
  await waitForIdle(page)
  await blockApi(page)
  const other = await page.context().newPage()
  await other.goto(new URL(`/c/${field}`, page.url()).href)
  await findMissingNote(other).waitFor()
  await expectAccount(other)
  await other.close()
  const willem = await env.signIn('willem')
  await page.addInitScript(token => localStorage.setItem('token', token), willem.token)
  await page.reload()
  await findMissingNote(page).waitFor()
  expect(await findCard(page, 'Barn').count()).toBe(0)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menu').getByText('Settings').waitFor()
  expect(await page.getByRole('menu').getByText(ada.email).count()).toBe(0)
})

test('OFFLINE SHR-05 the page deletes cached data of a collection that is no longer shared', async () => {
  const [rosa, willem] = [await env.signIn('rosa', 2), await env.signIn('willem')]
  const collection = await addCollection(rosa, 'Shed')
  await rosa.call(saveLink, { name: 'Barn', link: 'https://example.org', category: 3, parent: collection })
  const levels = { folder_id: collection, read: 0, write: 1 } as const
  await rosa.call(setPermissions, { ...levels, write_members: [willem.id] })
  const page = await env.open(willem, `/c/${collection}`)
  await waitForResponse(page, /^\/api\/events$/)
  await findCard(page, 'Barn').waitFor()
  await waitForIdle(page)
  await rosa.call(setPermissions, { ...levels, write: 0 })
  await findHeading(page, 'Access needed').waitFor()
  await waitForIdle(page)
  await blockApi(page)
  await page.reload()
  await findMissingNote(page).waitFor()
  expect(await findCard(page, 'Barn').count()).toBe(0)
})
