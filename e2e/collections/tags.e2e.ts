import { getLink, saveLink } from '@nestmark/contract/links/links'
import { addTags, listTags } from '@nestmark/contract/tags'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findHeading } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const save = (name: string, tags: string[], category = 4) =>
  ada.call(saveLink, { name, desc: name, link: category === 4 ? '' : 'https://example.org', category, tags })
const readCounts = async () =>
  Object.fromEntries((await ada.call(listTags, {})).map(tag => [tag.name, tag.links_count]))
const readTagNames = (page: Page) =>
  page.locator('[data-place] [data-main]').evaluateAll(rows => rows.map(row => row.textContent))
const readTags = async (id: string) =>
  (await ada.call(getLink, { link_id: id })).link.tags.map(tag => tag.name)

async function createTags() {
  const links = [
    await save('One', ['trains', 'maps']),
    await save('Two', ['trains']),
    await save('Three', ['railways', 'élan'], 3),
  ]
  await ada.call(addTags, { tags: ['unused'] })
  return links
}

describe('TAG the tag manager', () => {
  test('TAG-01 the sidebar opens the tags, which show counts, order, search, category links and breadcrumb', async () => {
    await createTags()
    const page = await env.open(ada, '/dashboard')
    await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Tags 5' }).click()
    await findHeading(page, 'Tags').waitFor()
    await page.getByText('5 tags').waitFor()
    expect(await readTagNames(page)).toEqual(['#élan', '#maps', '#railways', '#trains', '#unused'])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Tag Name' }).click()
    await page.getByRole('menuitemradio', { name: 'Tag Links' }).click()
    await expect.poll(() => readTagNames(page)).toEqual(['#trains', '#élan', '#maps', '#railways', '#unused'])
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('ELA')
    await page.getByText('1 tag found').waitFor()
    await expect.poll(() => readTagNames(page)).toEqual(['#élan'])
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('nothing so')
    await page.getByText('No tags found').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click()
    await page.getByRole('link', { name: '#trains', exact: true }).waitFor()
    const shortcuts = page.getByRole('navigation', { name: 'Links by category' })
    expect(await shortcuts.getByRole('link').allTextContents()).toEqual([
      'See0 links',
      'Watch0 links',
      'Explore1 link',
      'Read2 links',
      'Listen0 links',
    ])
    await shortcuts.getByRole('link', { name: 'Read 2 links' }).click()
    await page.waitForURL(/\/search\/?\?q=read&type=category/)
    await page.goBack()
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Dashboard' })
      .click()
    await page.waitForURL(/\/dashboard/)
  })

  test("TAG-05 a tag's count opens the search for the tag; the cached list shows before the response", async () => {
    await createTags()
    const page = await env.open(ada, '/tags')
    // The list is stored once the counts have arrived, too.
    await page.getByText('5 tags').waitFor()
    await page.getByRole('link', { name: '2 links with #trains' }).click()
    await page.waitForURL(/\/search\/?\?q=trains&type=tag/)
    await page.getByRole('heading', { name: /Results for/ }).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(2)
    await page.route('**/api/get-all-tags', () => undefined)
    await page.route('**/api/category-count', () => undefined)
    await page.goto('/tags')
    await page.getByRole('link', { name: '#trains', exact: true }).waitFor()
    await page.getByText('5 tags').waitFor()
  })

  test('TAG-02 TAG-04 the dialog requires a tag of at most 32 characters, shows errors for 30 s, and adds several', async () => {
    const page = await env.open(ada, '/tags')
    await page.getByText('No tags found').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add tags' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Tags is required').waitFor()
    await expectAccessible(page)
    const field = dialog.getByLabel('Tags', { exact: true })
    await page.clock.install()
    await field.fill('x'.repeat(33))
    await field.press('Enter')
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'Tag length should be below 32 characters' })
      .first()
    await alert.waitFor()
    await page.clock.fastForward(28_000)
    expect(await page.getByRole('alert').filter({ hasText: 'Tag length' }).count()).toBeGreaterThan(0)
    await page.clock.fastForward(3000)
    await expect
      .poll(() => page.getByLabel('Messages').getByText('Tag length should be below 32 characters').count())
      .toBe(0)
    await page.clock.resume()
    await field.fill('trains')
    await field.press('Enter')
    await field.fill('TRAINS')
    await field.press('Enter')
    await dialog.getByText('#TRAINS is already there').waitFor()
    await field.fill('#maps')
    await field.press('Enter')
    await field.fill('東京')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('3 tags were added successfully').waitFor()
    expect(await readCounts()).toEqual({ maps: 0, trains: 0, 東京: 0 })
    await page.getByRole('button', { name: 'Add tags' }).click()
    await dialog.getByLabel('Tags', { exact: true }).fill('one more')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Tag was added successfully').waitFor()
    await page.getByRole('link', { name: '#one more', exact: true }).waitFor()
  })

  test('TAG-01 the dialog renames a tag, and Undo reverses it', async () => {
    const [firstLink] = await createTags()
    const page = await env.open(ada, '/tags')
    await page.getByRole('link', { name: '#maps', exact: true }).hover()
    await page.getByRole('button', { name: 'Edit #maps' }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page)
    await dialog.getByLabel('Tag name').fill('')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await dialog.getByText('Tags is required').waitFor()
    await dialog.getByLabel('Tag name').fill('Charts')
    await dialog.getByLabel('Tag name').press('Enter')
    await page.getByText('#maps is now #Charts').waitFor()
    await page.getByRole('link', { name: '#Charts', exact: true }).waitFor()
    expect(await readTags(firstLink!._id)).toEqual(['trains', 'Charts'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The tag is #maps again').waitFor()
    expect(await readTags(firstLink!._id)).toEqual(['trains', 'maps'])
  })

  test('TAG-01 renaming to an existing tag offers a merge, and Undo reverses it', async () => {
    await createTags()
    const page = await env.open(ada, '/tags')
    await page.getByRole('link', { name: '#railways', exact: true }).focus()
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tag name').fill('Trains')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await dialog.getByText('#trains already exists. Merge the two tags?').waitFor()
    expect((await readCounts()).railways).toBe(1)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('The tag was merged into #trains').waitFor()
    await page.getByRole('link', { name: '3 links with #trains' }).waitFor()
    expect(await readCounts()).toEqual({ maps: 1, trains: 3, unused: 0, élan: 1 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The tag is back on its links').waitFor()
    await page.getByRole('link', { name: '2 links with #trains' }).waitFor()
    expect(await readCounts()).toEqual({ maps: 1, railways: 1, trains: 2, unused: 0, élan: 1 })
  })

  test('TAG-01 TAG-04 deleting a tag asks for confirmation, and Undo restores it for 8 s', async () => {
    const [firstLink] = await createTags()
    const page = await env.open(ada, '/tags')
    await page.getByRole('link', { name: '#trains', exact: true }).hover()
    await page.getByRole('button', { name: 'Delete #trains' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Delete this tag?').waitFor()
    await dialog.getByText('#trains will be removed from 2 links. The links stay.').waitFor()
    await expectAccessible(page)
    // The page's clock is paused, so that the toast does not expire on a slow machine.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    const toast = page.getByRole('status').filter({ hasText: 'Tag was deleted successfully' })
    await toast.getByText('#trains').waitFor()
    await page.clock.runFor(1000)
    // The list renders by timers, which are also paused.
    const readNamesAfterTick = async () => {
      await page.clock.runFor(5)
      return readTagNames(page)
    }
    await expect.poll(readNamesAfterTick).toEqual(['#élan', '#maps', '#railways', '#unused'])
    expect(await readTags(firstLink!._id)).toEqual(['maps'])
    await page.clock.runFor(4500)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.clock.resume()
    await page.getByText('The tag is back on its links').waitFor()
    await page.getByRole('link', { name: '2 links with #trains' }).waitFor()
    expect(await readTags(firstLink!._id)).toEqual(['trains', 'maps'])
  })

  test('TAG-01 bulk actions merge the selected tags and delete all tags, and Undo reverses them', async () => {
    await createTags()
    const page = await env.open(ada, '/tags')
    await page.getByRole('checkbox', { name: 'Select #trains' }).click()
    await page.getByRole('checkbox', { name: 'Select #railways' }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected tags' })
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('radio', { name: /trains/ }).isChecked()).toBe(true)
    await dialog.getByRole('radio', { name: /railways/ }).click()
    await dialog.getByText('Links with #trains get #railways').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('The tag was merged into #railways').waitFor()
    expect((await readCounts()).railways).toBe(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The tag is back on its links').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Select' }).click()
    await bar.getByRole('button', { name: 'Select all 5' }).click()
    await bar.getByText('5 selected').waitFor()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('Delete 5 tags?').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('5 tags were deleted successfully').waitFor()
    await page.getByText('No tags found').waitFor()
    expect(await readCounts()).toEqual({})
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('5 tags are back on their links').waitFor()
    expect(await readCounts()).toEqual({ maps: 1, railways: 1, trains: 2, unused: 0, élan: 1 })
  })

  test('TAG-01 the keyboard moves the focus, selects and deletes; Escape ends the selection mode', async () => {
    await createTags()
    const page = await env.open(ada, '/tags')
    await page.getByRole('link', { name: '#élan', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.getByRole('toolbar', { name: 'Selected tags' }).getByText('1 selected').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('toolbar', { name: 'Selected tags' }).count()).toBe(0)
    await page.keyboard.press('End')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('#unused')
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').getByText('No links have #unused.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Tag was deleted successfully').waitFor()
    expect(Object.keys(await readCounts())).not.toContain('unused')
  })
})
