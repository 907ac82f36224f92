import { allHighlights, countHighlights } from '@nestmark/contract/reading/highlights'
import { listCollectionLinks } from '@nestmark/contract/links/links'
import { beforeEach, describe, expect, test } from 'vitest'
import { formatPageDate } from '../../apps/web/src/lib/dates.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import {
  addHeat,
  addHighlights,
  addTurf,
  findHighlightGroup,
  findHighlightRow,
  gable,
  readTurf,
  selectPageAction,
  turf,
  turfTitle,
  wall,
} from './highlightFixture.ts'
import { findHeading } from '../support/pageElements.ts'
import { addPictureLink } from '../support/pictureFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  viewports,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

describe('HL pages with highlights', () => {
  test('HL-01 the list groups highlights by page, with title, count, link in a new tab, date and menu', async () => {
    await addTurf(ada)
    await addHeat(ada)
    const page = await env.open(ada, '/dashboard')
    await page
      .getByRole('navigation', { name: 'Library' })
      .getByRole('link', { name: 'Highlights 5' })
      .click()
    await findHeading(page, 'Highlights').waitFor()
    await page.getByText('5 on 2 pages').waitFor()
    const group = findHighlightGroup(page, turfTitle)
    await group.getByText('4 highlights', { exact: true }).waitFor()
    const link = group.getByRole('link', { name: 'coldhouse.example, opens in a new tab' })
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([turf, '_blank'])
    expect(await group.locator('time').first().textContent()).toBe(formatPageDate(env.app.clock.now))
    expect(await group.getByRole('article').count()).toBe(4)
    expect(await findHighlightGroup(page, 'Moisture transfer').getByRole('article').count()).toBe(1)
    await expectAccessible(page)
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Dashboard' })
      .click()
    await page.waitForURL(/\/dashboard/)
  })

  test('HL-01 Add to collection saves the page into the chosen collection, which the group then shows', async () => {
    const timber = await addCollection(ada, 'Turf & timber')
    await addTurf(ada)
    const page = await env.open(ada, '/highlights')
    await selectPageAction(page, turfTitle, 'Add to collection')
    const dialog = page.getByRole('dialog')
    await expectAccessible(page)
    await dialog.getByRole('treeitem', { name: /Turf & timber/ }).click()
    await dialog.getByRole('button', { name: 'Add to Turf & timber' }).click()
    await findHighlightGroup(page, turfTitle).getByRole('link', { name: 'Turf & timber' }).waitFor()
    const { links } = await ada.call(listCollectionLinks, { folder_id: timber })
    expect(links.map(each => each.link)).toEqual([turf])
  })

  test('HL-01 Delete all highlights asks the question, deletes those of this page only, and Undo restores them', async () => {
    await addTurf(ada)
    await addHeat(ada)
    const before = await readTurf(ada)
    const page = await env.open(ada, '/highlights')
    await selectPageAction(page, turfTitle, 'Delete all highlights')
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this highlight?' })
    await dialog.getByText(`4 highlights of “${turfTitle}” with 1 comment.`).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await readTurf(ada)).toHaveLength(4)
    await selectPageAction(page, turfTitle, 'Delete all highlights')
    await dialog.getByRole('button', { name: 'Delete all highlights' }).click()
    await findHighlightGroup(page, turfTitle).waitFor({ state: 'detached' })
    await page.getByText('1 on 1 page').waitFor()
    expect(await readTurf(ada)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await findHighlightGroup(page, turfTitle).waitFor()
    const strip = ({ text, comm, style, anchor, create_date }: (typeof before)[number]) => ({
      text,
      comm,
      style,
      anchor,
      create_date,
    })
    expect((await readTurf(ada)).map(strip)).toEqual(before.map(strip))
  })

  test('HL-01 a page with many highlights shows twelve, then all of them', async () => {
    const texts = Array.from({ length: 61 }, (_, n) => [`Highlight number ${n} of a long page`] as const)
    await addHighlights(ada, turf, turfTitle, texts)
    const page = await env.open(ada, '/highlights')
    await findHighlightGroup(page, turfTitle).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(12)
    await page.getByRole('button', { name: 'Show all 61' }).click()
    const last = findHighlightRow(page, 'Highlight number 60 of a long page')
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollBy(0, innerHeight / 2))
        return last.count()
      })
      .toBe(1)
    const [group] = await ada.call(allHighlights, {})
    expect(group?.count).toBe(61)
    expect(await ada.call(countHighlights, {})).toMatchObject({ pages: 1, highlights: 61 })
  })

  test.each(viewports)(
    'HL-01 HL-02 the page has the designed layout, %i px, dark: %s',
    async (width, dark) => {
      const parent = await addCollection(ada, 'Turf & timber')
      await addPictureLink(env, ada, { name: 'shibam', parent, size: [320, 200], colour: '#a84e16' })
      await addTurf(ada)
      await addHighlights(ada, 'https://example.org/shibam', 'عمارة الطين في شبام', [
        ['الجدار الرطب ينقل الحرارة أسرع عشرين مرة من الجدار الجاف', { style: 3 }],
        ['Sod and stone, laid by hand. '.repeat(60).trim()],
      ])
      const page = await env.open(ada, '/dashboard', { width, dark, height: 900 })
      const calls: string[] = []
      page.on('request', request => calls.push(new URL(request.url()).pathname))
      await page.goto('/highlights')
      await findHighlightRow(page, wall).waitFor()
      await page.getByRole('button', { name: 'More', exact: true }).first().waitFor()
      // A saved page has the picture of its link, which comes with the list.
      await page.locator('[data-group] img').waitFor()
      expect(calls).toContain('/api/all-highlights')
      expect(calls).not.toContain('/api/get-link')
      await expectNoHorizontalScroll(page)
      await expectAccessible(page)
      await saveScreenshot(page, `highlights-${width}-${dark ? 'dark' : 'light'}`)
      const row = findHighlightRow(page, gable)
      await row.getByRole('button', { name: 'Actions for the highlight' }).click()
      await page.getByRole('menuitemradio', { name: 'Green' }).waitFor()
      await expectAccessible(page)
      await saveScreenshot(page, `highlights-menu-${width}-${dark ? 'dark' : 'light'}`)
      await page.getByRole('menuitem', { name: 'Add comment' }).click()
      await page.getByRole('textbox', { name: 'Comment for highlight' }).fill('Grows')
      await saveScreenshot(page, `highlights-comment-${width}-${dark ? 'dark' : 'light'}`)
    },
  )
})
