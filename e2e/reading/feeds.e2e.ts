import { readFileSync } from 'node:fs'
import { createCollection } from '@nestmark/contract/collections'
import { addFeed, listFeeds } from '@nestmark/contract/feeds'
import { listCollectionLinks } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type TestServer } from '../../apps/server/src/fetching/testing/web.testing.ts'
import { openExport } from '../transfer/importFixture.ts'
import {
  expectAccessible,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.ts'

let env: TestEnvironment
let site: TestServer
const rss = (link: string) => `<rss version="2.0"><channel><title>Rye news</title>
  <item><title>First loaf</title><link>${link}/loaf</link></item></channel></rss>`
const named = (title: string, href: string) =>
  `<link rel="alternate" type="application/rss+xml" title="${title}" href="${href}">`

beforeAll(async () => {
  site = await serve((request, response) => {
    const isFeed = request.url === '/rss'
    response.setHeader('content-type', isFeed ? 'application/rss+xml' : 'text/html')
    if (request.url === '/deleted') response.statusCode = 410
    if (request.url === '/none') response.end('<title>No feed</title>')
    else response.end(isFeed ? rss(site.origin) : named('Posts', '/rss') + named('Comments', '/comments'))
  })
  env = await startEnvironment({ fetchAllowPrivate: [site.hostPort] })
})
afterAll(async () => {
  await env.close()
  await site.close()
})

test('the user adds a feed of a page in the menu of a collection, sees the time of its last check, and removes it', async () => {
  const ada = await env.signIn('ada')
  const { _id: folder_id } = await ada.call(createCollection, { name: 'Baking' })
  const page = await env.open(ada, `/c/${folder_id}`)
  await page.getByRole('button', { name: 'Actions for Baking' }).first().click()
  await page.getByRole('menuitem', { name: 'Fill from feeds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Feeds in Baking' })
  const address = dialog.getByLabel('Address')
  await address.fill(`${site.origin}/none`)
  await address.press('Enter')
  await dialog.getByText('There’s no feed at this address.').waitFor()
  await address.fill(`${site.origin}/blog`)
  await dialog.getByLabel('Tag').fill('News')
  await dialog.getByRole('button', { name: 'Add feed' }).click()
  await dialog.getByText('This page has several feeds. Choose one:').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add Posts' }).click()
  const row = dialog.getByRole('list', { name: 'Feeds' }).getByRole('listitem')
  await row.getByText('Checked just now · Tag: News').waitFor()
  await row.getByRole('link', { name: 'Rye news' }).waitFor()
  // The link appears on the page behind the dialog.
  await page.getByText('First loaf').waitFor()
  const { links } = await ada.call(listCollectionLinks, { folder_id })
  expect(links).toMatchObject([{ name: 'First loaf', tags: [{ name: 'News' }] }])
  // The button that has the focus keeps it.
  await row.getByRole('button', { name: 'Pause Rye news' }).press('Enter')
  await row.getByText('Paused: somebody paused it').waitFor()
  const resume = row.getByRole('button', { name: 'Resume Rye news' })
  expect(await resume.evaluate(button => button === document.activeElement)).toBe(true)
  await row.getByRole('button', { name: 'Remove Rye news' }).click()
  await row.waitFor({ state: 'detached' })
})

test('the page of a collection shows that a feed has stopped', async () => {
  const ada = await env.signIn('ada')
  const { _id: folder_id } = await ada.call(createCollection, { name: 'Baking' })
  await ada.call(addFeed, { folder_id, address: `${site.origin}/deleted` })
  await expect.poll(async () => (await ada.call(listFeeds, {}))[0]?.reason).toBe('gone')
  const page = await env.open(ada, `/c/${folder_id}`, { width: 390 })
  const notice = page.getByRole('button', { name: 'A feed is paused' })
  await notice.waitFor()
  await expectAccessible(page)
  await notice.click()
  await page.getByRole('dialog', { name: 'Feeds in Baking' }).getByText('the site has removed it').waitFor()
})

test('IO-02 the export dialog has the feeds as OPML', async () => {
  const ada = await env.signIn('ada')
  const { _id: folder_id } = await ada.call(createCollection, { name: 'Baking' })
  await ada.call(addFeed, { folder_id, address: `${site.origin}/rss` })
  const { _id: inside } = await ada.call(createCollection, { name: 'Rye', parent: folder_id })
  await ada.call(addFeed, { folder_id: inside, address: `${site.origin}/rss` })
  const page = await env.open(ada, `/c/${folder_id}`)
  await page.getByRole('button', { name: 'Actions for Baking' }).first().click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const ofBaking = page.getByRole('dialog', { name: 'Export “Baking”' })
  await ofBaking.getByText('2 feeds, for feed readers').waitFor()
  await ofBaking.getByRole('checkbox', { name: 'With sub-collections' }).uncheck()
  await ofBaking.getByText('1 feed, for feed readers').waitFor()
  await saveScreenshot(page, 'export-feeds-collection')
  await ofBaking.getByRole('button', { name: 'Export as OPML' }).click()
  await page.getByText('Saved as Baking-feeds.opml').waitFor()
  await page.goto('/dashboard')
  const dialog = await openExport(page)
  await dialog.getByText('Your 2 feeds, for feed readers').waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'export-feeds')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export as OPML' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('nestmark-feeds.opml')
  expect(readFileSync((await download.path())!, 'utf8')).toContain(`xmlUrl="${site.origin}/rss"`)
  await page.getByText('Saved as nestmark-feeds.opml').waitFor()
})
