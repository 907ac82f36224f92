import {
  listDashboardLinks,
  listCollectionLinks,
  saveLink,
  saveLinks,
  trashLinks,
} from '@nestmark/contract/links/links'
import { listTrashedLinks } from '@nestmark/contract/trash'
import { addTags } from '@nestmark/contract/tags'
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, findHeading, selectCardAction } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const save = (name: string, parent?: string, more = {}) =>
  ada.call(saveLink, {
    name,
    link: `https://${name.toLowerCase()}.example.org`,
    category: 3,
    parent,
    ...more,
  })
const createNotes = async (count: number, parent: string) => {
  for (let from = 0; from < count; from += 100)
    await ada.call(saveLinks, {
      parent,
      links: Array.from({ length: Math.min(100, count - from) }, (_, n) => ({
        name: `Number ${String(from + n).padStart(3, '0')}`,
        desc: 'Words',
        category: 4,
      })),
    })
}
const readTitles = async (page: Page) =>
  (await page.getByRole('article').getByRole('heading').allInnerTexts()).map(text => text.trim())
const countLinks = async (id: string) => (await ada.call(listCollectionLinks, { folder_id: id })).total

test('LINK-11 the address contains order and filters; back and forward restore them', async () => {
  const collection = await addCollection(ada, 'Place')
  await save('Berta', collection, { tags: ['red'] })
  await save('Anna', collection)
  await save('Cleo', collection, { category: 1, tags: ['red'] })
  const page = await env.open(ada, `/c/${collection}`)
  await findCard(page, 'Anna').waitFor()
  await page.getByRole('button', { name: 'Newest first' }).click()
  await page.getByRole('menuitemradio', { name: 'Title, A to Z' }).click()
  await expect.poll(() => readTitles(page)).toEqual(['Anna', 'Berta', 'Cleo'])
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Link' }).click()
  await expect.poll(() => readTitles(page)).toEqual(['Anna', 'Berta'])
  expect(new URL(page.url()).search).toBe('?sort=title&category=explore')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'By tag' }).click()
  // Enter takes the first tag of what is typed, also before its answer; Down moves to the first.
  await page.getByRole('dialog').getByRole('searchbox').pressSequentially('re')
  await page.keyboard.press('Enter')
  await expect.poll(() => readTitles(page)).toEqual(['Berta'])
  await page.goBack()
  await expect.poll(() => readTitles(page)).toEqual(['Anna', 'Berta'])
  await page.goForward()
  await expect.poll(() => readTitles(page)).toEqual(['Berta'])
  await page.getByRole('button', { name: 'Do not filter by #red' }).click()
  await page.getByRole('button', { name: 'Do not filter by Link' }).click()
  await expect.poll(() => readTitles(page)).toEqual(['Anna', 'Berta', 'Cleo'])
})

test('LINK-11 the heading of a collection shows the total number of links next to a filtered one, on the phone', async () => {
  const collection = await addCollection(ada, 'Kitchen')
  for (const name of ['Bread', 'Salt', 'Oil']) await save(name, collection)
  const page = await env.open(ada, `/c/${collection}`, { width: 390, height: 844 })
  const main = page.getByRole('main')
  await main.getByText('3 links', { exact: true }).waitFor()
  await page.goto(`/c/${collection}?favourite=1`)
  await main.getByText('0 of 3 links', { exact: true }).waitFor()
  await page.goto(`/c/${collection}?favourite=1&sub=1`)
  await main.getByText('3 links', { exact: true }).waitFor()
})

test('LINK-11 a switch includes the links of sub-collections, also after a reload', async () => {
  const collection = await addCollection(ada, 'Place')
  const inner = await addCollection(ada, 'Inner', collection)
  await save('Direct', collection)
  await save('Nested', inner)
  const page = await env.open(ada, `/c/${collection}`)
  await findCard(page, 'Direct').waitFor()
  expect(await page.getByRole('article').filter({ hasText: 'Nested' }).count()).toBe(0)
  await page.getByRole('switch', { name: 'Include sub-collections' }).click()
  await findCard(page, 'Nested').waitFor()
  await page.reload()
  await findCard(page, 'Nested').waitFor()
  await expectAccessible(page)
})

test('LINK-12 LINK-13 a job tags all matching links except an unselected one, and Undo reverses it', async () => {
  const collection = await addCollection(ada, 'Place')
  await createNotes(130, collection)
  await ada.call(addTags, { tags: ['ripe fruit'] })
  const page = await env.open(ada, `/c/${collection}`)
  await findCard(page, 'Number 129').waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).last().click()
  await page.getByRole('button', { name: 'Select all 130' }).click()
  await page.getByRole('checkbox', { name: 'Select Number 129' }).click()
  await page.getByText('129 selected').waitFor()
  await expectAccessible(page)
  await page.getByRole('toolbar').getByRole('button', { name: 'Tag' }).click()
  // The dialog suggests the user's tags, as the link form does.
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Tags' })
  await field.fill('ripe fr')
  await page.getByRole('option', { name: '#ripe fruit' }).click()
  await field.fill('fresh')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click()
  await page.getByText('This runs in the background and may take a few seconds.').waitFor()
  await page.getByText('129 links were tagged').waitFor()
  expect((await ada.call(listCollectionLinks, { folder_id: collection, input: 'fresh' })).total).toBe(129)
  expect((await ada.call(listCollectionLinks, { folder_id: collection, input: 'ripe' })).total).toBe(129)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: tags of 129 links restored').waitFor()
  expect((await ada.call(listCollectionLinks, { folder_id: collection, input: 'fresh' })).total).toBe(0)
})

test('LINK-13 a job deletes six links, the page shows its start and end, and Undo restores them', async () => {
  const collection = await addCollection(ada, 'Place')
  await createNotes(6, collection)
  const page = await env.open(ada, `/c/${collection}`)
  await findCard(page, 'Number 005').waitFor()
  let isQueued = true
  await page.route('**/api/job-status', async route => {
    if (!isQueued) return route.fallback()
    const response = await route.fetch()
    const { data, ...answer } = await response.json()
    await route.fulfill({ response, json: { ...answer, data: { ...data, state: 'queued', done: 0 } } })
  })
  await page.getByRole('button', { name: 'Select', exact: true }).last().click()
  await page.getByRole('button', { name: 'Select all 6' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Trash' }).click()
  await page.getByText('Trashing 6 links').first().waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  // The queued job has not deleted anything.
  await page.getByRole('status').filter({ hasText: 'Waiting to trash 6 links' }).waitFor()
  isQueued = false
  await page.getByText('6 Links were deleted successfully').waitFor()
  expect((await ada.call(listTrashedLinks, {})).total).toBe(6)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: 6 links restored').waitFor()
  await expect.poll(() => countLinks(collection)).toBe(6)
  await findCard(page, 'Number 005').waitFor()
})

test('LINK-12 an undo shortens a long title, and says when it restores nothing', async () => {
  const collection = await addCollection(ada, 'Place')
  await createNotes(1, collection)
  const page = await env.open(ada, `/c/${collection}`)
  await selectCardAction(page, 'Number 000', 'Trash')
  await page.getByRole('dialog').getByRole('button', { name: 'Trash' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Link was deleted successfully' })
  await toast.waitFor()
  const { links } = await ada.call(listTrashedLinks, {})
  await ada.call(trashLinks, { linkIdArr: links.map(link => link._id), isTrash: 0 })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing was undone').waitFor()
  await save('A title of which the message shows only the first sixty characters', collection, {
    link: 'https://long.example.org',
  })
  await selectCardAction(page, 'A title of which', 'Trash')
  await page.getByRole('dialog').getByRole('button', { name: 'Trash' }).click()
  await page.getByRole('status').filter({ hasText: 'A title of which' }).waitFor()
  await page.keyboard.press('Control+z')
  await page
    .getByText('Undone: “A title of which the message shows only the first sixty char…” restored')
    .waitFor()
})

test('LINK-12 a bulk action adds links to the favourites on the phone, and Undo reverses it', async () => {
  await createNotes(3, ada.rootId)
  const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
  await findCard(page, 'Number 002').waitFor()
  await page.getByRole('button', { name: 'Search, select and more' }).click()
  await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all 3' }).click()
  await expectAccessible(page)
  await page.getByRole('toolbar').getByRole('button', { name: 'Favourite' }).click()
  await page.getByText('3 links added to favourites').waitFor()
  expect((await ada.call(listDashboardLinks, { favourite: 1 })).total).toBe(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await ada.call(listDashboardLinks, { favourite: 1 })).total).toBe(0)
})

test('LINK-12 dragging a link onto the breadcrumb moves it, and Undo reverses it', async () => {
  const outer = await addCollection(ada, 'Outer')
  const inner = await addCollection(ada, 'Inner', outer)
  await save('Carried', inner)
  const page = await env.open(ada, `/c/${inner}`)
  await findCard(page, 'Carried').dragTo(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Outer'),
  )
  await page.getByText('1 link was moved').waitFor()
  expect([await countLinks(outer), await countLinks(inner)]).toEqual([1, 0])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => countLinks(inner)).toBe(1)
})

test('LINK-12 COL-08 dragging a selection ends it; one selection toolbar shows at a time', async () => {
  const collection = await addCollection(ada, 'Place')
  const inner = await addCollection(ada, 'Inner', collection)
  await addCollection(ada, 'Beside', collection)
  await createNotes(8, collection)
  const page = await env.open(ada, `/c/${collection}`)
  const toolbars = page.getByRole('toolbar', { name: /^Selected/ })
  await findCard(page, 'Number 005').waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).last().click()
  for (const name of ['Number 005', 'Number 006', 'Number 007'])
    await findCard(page, name).getByRole('checkbox').check()
  await toolbars.getByText('3 selected').waitFor()
  await findCard(page, 'Number 006').dragTo(findCard(page, 'Inner'))
  await page.getByText('3 links were moved').waitFor()
  await toolbars.waitFor({ state: 'detached' })
  expect(await countLinks(inner)).toBe(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => countLinks(collection)).toBe(8)

  await page.getByRole('button', { name: 'Select', exact: true }).last().click()
  await findCard(page, 'Number 001').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Select', exact: true }).first().click()
  await findCard(page, 'Beside').getByRole('checkbox').check()
  await toolbars.getByText('1 selected').waitFor()
  expect(await toolbars.evaluateAll(all => all.map(toolbar => toolbar.ariaLabel))).toEqual([
    'Selected collections',
  ])
  await findCard(page, 'Beside').dragTo(findCard(page, 'Inner'))
  await page.getByText('1 collection(s) was moved successfully').waitFor()
  await toolbars.waitFor({ state: 'detached' })
})

test('LINK-11 going back restores the scroll position of a long list', async () => {
  const collection = await addCollection(ada, 'Place')
  await createNotes(200, collection)
  const page = await env.open(ada, `/c/${collection}`)
  await findCard(page, 'Number 199').waitFor()
  await page.mouse.move(700, 700)
  await page.mouse.wheel(0, 3000)
  const seen = findCard(page, 'Number 120')
  await seen.waitFor()
  const at = await page.evaluate(() => scrollY)
  await page.getByRole('link', { name: 'Favourites' }).first().click()
  await findHeading(page, 'Favourites').waitFor()
  await page.goBack()
  await findCard(page, 'Number 120').waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(at)
})
