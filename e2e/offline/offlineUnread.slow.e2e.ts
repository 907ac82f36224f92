import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

// Offline pages without cached data: they show a message, and load the data when the network is back.

const env = useEnvironment()
let ada: Person
let field: string
let trashed: string
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  field = await addCollection(ada, 'Field')
  await ada.call(saveLink, {
    name: 'Barn',
    link: 'https://example.org',
    category: 3,
    parent: field,
    tags: ['turf'],
  })
  trashed = (await ada.call(saveLink, { name: 'Old barn', link: 'https://example.org/old', category: 3 }))._id
  await ada.call(trashLinks, { linkIdArr: [trashed], isTrash: 1 })
})

const findTryAgain = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' }).first()
/** Navigates to an address like a link of the page. */
const navigate = (page: Page, path: string) =>
  page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
/** Dispatches the browser's event for a restored network. */
const goOnline = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

async function expectUnavailable(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'Can’t reach Nestmark' }).first().waitFor()
  await main.getByText('This isn’t stored on this device. It loads when Nestmark is back.').first().waitFor()
  await findTryAgain(page).waitFor()
  await expect.poll(() => main.getByText(/^(Looking for|Loading)/).count()).toBe(0)
}

test('OFFLINE COL-01 LINK-01 TAG-01 FAV-01 TRSH-02 SRCH-04 SUG-01 SET-01 an unopened page shows a message and then loads by itself', async () => {
  const page = await env.open(ada, '/dashboard', { width: 390, dark: true })
  await page.getByText('Recent links').waitFor()
  await page.context().route('**/api/**', route => route.abort('connectionrefused').catch(() => undefined))
  for (const path of [
    `/c/${field}`,
    `/l/${trashed}`,
    '/favourites',
    '/favourites?tab=links',
    '/trash',
    '/search?q=barn&type=link',
    '/suggestions',
    '/notifications',
    '/settings',
    '/settings?tab=storage',
    '/tags',
  ]) {
    await navigate(page, path)
    await expectUnavailable(page)
  }
  await expectAccessible(page)
  await page.context().unroute('**/api/**')
  await goOnline(page)
  await page.getByRole('link', { name: '#turf', exact: true }).waitFor()

  await page.context().route('**/api/**', route => route.abort('connectionrefused').catch(() => undefined))
  await navigate(page, '/trash?tab=links')
  await expectUnavailable(page)
  await page.context().unroute('**/api/**')
  await goOnline(page)
  await page.getByRole('article').filter({ hasText: 'Old barn' }).waitFor()

  const barn = page.getByRole('article').filter({ hasText: 'example.org' })
  await navigate(page, '/search?q=barn&type=link')
  await barn.waitFor()
  // The code of this page is loaded. Only the retry is answered: other answers would load its list by themselves.
  await page.context().route('**/api/**', route => route.abort('connectionrefused').catch(() => undefined))
  await navigate(page, '/search?q=example&type=link')
  await expectUnavailable(page)
  await page.context().route(`**/api/${searchLibrary.path}`, route => route.continue())
  await findTryAgain(page).click()
  await barn.waitFor()
})

test('OFFLINE a page without loaded code shows a message and opens when the network is back', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  await page.context().setOffline(true)
  const notice = page.getByRole('region', { name: 'Connection' }).getByText('You are offline.')
  await notice.waitFor()
  // An answer that was under way when the network was lost marks the server as reachable.
  await page.route('**/api/health', route => route.fulfill())
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await notice.waitFor({ state: 'detached' })
  await page.unroute('**/api/health')
  await navigate(page, '/trash?tab=links')
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'You are offline' }).waitFor()
  await main.getByText('It loads when you’re back online.').waitFor()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('article').filter({ hasText: 'Old barn' }).waitFor()
})
