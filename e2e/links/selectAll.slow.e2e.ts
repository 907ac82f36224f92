import { trashCollections } from '@nestmark/contract/collections'
import { listDashboardLinks, saveLinks, trashLinks } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { listTrashedCollections, listTrashedLinks } from '@nestmark/contract/trash'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { waitForEnd } from '../../apps/server/src/test/support/jobs.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { chooseOption } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

// More links than one call may name by ID, so that "all" cannot be the loaded links.
const linkCount = 1040

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  await createNotes('Kestrel')
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const countTrashed = async () => (await ada.call(listTrashedLinks, {})).total
const countLinks = async () => (await ada.call(listDashboardLinks, {})).total

async function createNotes(name: string): Promise<void> {
  for (let from = 0; from < linkCount; from += 80)
    await ada.call(saveLinks, {
      links: Array.from({ length: 80 }, (_, n) => ({
        name: `${name} ${from + n}`,
        desc: 'x',
        category: 4,
      })),
    })
}
/** Expects the controls for the selection in one row on the phone. */
async function expectOneRow(page: Page): Promise<void> {
  const original = page.viewportSize()!
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    const parts = [
      page.getByRole('checkbox', { name: /^Select all/ }),
      page.getByLabel('Actions', { exact: true }),
      button(page, 'Apply'),
      button(page, 'Cancel'),
    ]
    const boxes = await Promise.all(parts.map(async part => (await part.boundingBox())!))
    const middles = boxes.map(({ y, height }) => y + height / 2)
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(6)
    expect(boxes[3]!.x + boxes[3]!.width).toBeLessThanOrEqual(width - 16)
  }
  await expectAccessible(page)
  await page.setViewportSize(original)
}

test('SRCH-06 LINK-13 Select all in a search selects every match except an unselected one, and Undo restores them', async () => {
  const page = await env.open(ada, '/search/?q=kestrel&type=link')
  await page.getByRole('article').first().waitFor()
  await button(page, 'Select').click()
  await button(page, 'Select all 1,040').click()
  await page.getByText('1,040 selected').waitFor()
  await page
    .getByRole('checkbox', { name: /^Select Kestrel/ })
    .first()
    .click()
  await page.getByText('1,039 selected').waitFor()
  await expectAccessible(page)
  await page.getByRole('toolbar').getByRole('button', { name: 'Trash' }).click()
  await page
    .getByRole('dialog')
    .getByText(/1,039 links/)
    .first()
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Trash' }).click()
  await page.getByText('1,039 Links were deleted successfully').waitFor()
  expect([await countLinks(), await countTrashed()]).toEqual([1, 1039])
  await button(page, 'Undo').click()
  await expect.poll(() => countLinks()).toBe(linkCount)
  expect((await ada.call(searchLibrary, { input: 'kestrel' })).total).toBe(linkCount)
  // A new query ends the selection.
  await page.getByRole('combobox', { name: 'Search everything' }).fill('kestrel 12')
  await expect.poll(() => page.getByText(/selected$/).count()).toBe(0)
})

test('TRSH-01 Select all in the links trash restores the links in a job with Undo, and deletes them permanently', async () => {
  // The Undo of the previous test has restored the links.
  await waitForEnd(ada, (await ada.call(trashLinks, { every: {} })).job)
  const page = await env.open(ada, '/trash?tab=links')
  await page.getByRole('tab', { name: /Links/ }).click()
  await button(page, 'Select').click()
  await button(page, 'Select all 1,040').click()
  await page.getByText('1,040 selected').waitFor()
  await chooseOption(page.getByLabel('Actions', { exact: true }), 'Restore')
  await button(page, 'Apply').click()
  await page.getByRole('dialog').getByText('Restore 1,040 links?').waitFor()
  await expectAccessible(page)
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/job-status', async route => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  // While the job runs, its status replaces the buttons and its progress bar shows.
  await page.getByRole('progressbar', { name: 'Restoring 1,040 links' }).waitFor()
  await page.getByRole('tabpanel').getByText('Working in the background').waitFor()
  expect(await page.getByRole('tabpanel').getByRole('button', { name: 'Empty Link Trash' }).count()).toBe(0)
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  gate.resolve()
  await page.getByText('1,040 links were restored').waitFor()
  expect([await countLinks(), await countTrashed()]).toEqual([linkCount, 0])
  await button(page, 'Undo').click()
  await expect.poll(() => countTrashed()).toBe(linkCount)

  await button(page, 'Select').click()
  await button(page, 'Select all 1,040').click()
  await page
    .getByRole('checkbox', { name: /^Select Kestrel/ })
    .first()
    .click()
  await page.getByText('1,039 selected').waitFor()
  await chooseOption(page.getByLabel('Actions', { exact: true }), 'Permanently delete')
  await expectOneRow(page)
  await button(page, 'Apply').click()
  await page.getByRole('dialog').getByText('Permanently delete 1,039 links?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Permanently delete' }).click()
  await expect.poll(() => countTrashed()).toBe(1)
})

test('TRSH-01 Select all in the collections trash also restores collections that the page has not loaded', async () => {
  ada = await env.signIn('ada', 2)
  const ids: string[] = []
  for (let n = 0; n < 120; n++) ids.push(await addCollection(ada, `Archive ${n}`))
  await waitForEnd(ada, (await ada.call(trashCollections, { folderIdArr: ids })).job)
  const page = await env.open(ada, '/trash')
  await button(page, 'Select').click()
  await button(page, 'Select all 120').click()
  await page.getByText('120 selected').waitFor()
  await expectOneRow(page)
  await button(page, 'Apply').click()
  await page.getByRole('dialog').getByText('Restore 120 collections?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect.poll(async () => (await ada.call(listTrashedCollections, {})).total).toBe(0)
  await button(page, 'Undo').click()
  await expect.poll(async () => (await ada.call(listTrashedCollections, {})).total).toBe(120)
})
