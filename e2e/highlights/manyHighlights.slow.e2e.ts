import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../apps/server/src/db/newId.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findHighlightGroup } from './highlightFixture.ts'
import { useEnvironment, waitForIdle, waitForRender } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person

const pageCount = 20_000
const perPage = 5
/** A page with the greatest number of highlights. */
const long = 7
const longCount = 500

const countOf = (n: number) => (n === long ? longCount : perPage)

beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  const text = (n: number, at: number) =>
    `Highlight ${at} of page ${n}. ${'Two skins of sod. '.repeat(n % 7)}`
  const size = 100
  for (let first = 0; first < pageCount; first += size)
    await env.app.services.db.write(async tx => {
      const numbers = Array.from({ length: size }, (_, index) => first + index)
      // The first page is the newest.
      const times = (n: number) => ({ created_at: 1e12 - n, updated_at: 1e12 - n })
      const pages = numbers.map(n => ({
        id: newId(),
        owner_id: ada.id,
        page_key: `page ${n}`,
        link_id: null,
        address: `https://example.org/${n}`,
        title: `Page ${n}`,
        count: countOf(n),
        size: 500,
        ...times(n),
      }))
      await tx.insertInto('highlight_pages').values(pages).execute()
      for (const [index, n] of numbers.entries())
        await tx
          .insertInto('highlights')
          .values(
            Array.from({ length: countOf(n) }, (_, at) => ({
              id: newId(),
              owner_id: ada.id,
              page_id: pages[index]!.id,
              text: text(n, at),
              comm: '',
              style: (1 + (at % 4)) as 1 | 2 | 3 | 4,
              anchor: null,
              sealed: null,
              place: at,
              size: 100,
              ...times(n),
            })),
          )
          .execute()
    })
}, 300_000)

const countRows = (page: Page) => page.getByRole('article').count()
/** Returns the titles of the pages in the window, from top to bottom. */
const readVisible = (page: Page) =>
  page
    .locator('[data-group]')
    .evaluateAll(groups =>
      groups
        .filter(
          group =>
            group.getBoundingClientRect().bottom > 56 && group.getBoundingClientRect().top < innerHeight,
        )
        .map(group => group.querySelector('h2')?.textContent ?? ''),
    )

test('HL-03 a library of 100,000 highlights scrolls to its end, with at most 400 rows in the page', async () => {
  const page = await env.open(ada, '/highlights', { height: 900 })
  await findHighlightGroup(page, 'Page 0').waitFor()
  await page.mouse.move(700, 500)
  for (let step = 0; step < 30; step++) {
    await page.mouse.wheel(0, 700)
    await waitForRender(page)
    expect(await countRows(page)).toBeLessThanOrEqual(400)
  }
  await waitForIdle(page)
  // Nothing is missing between two pages that are shown.
  const numbers = (await readVisible(page)).map(title => Number(title.slice('Page '.length)))
  expect(numbers.length).toBeGreaterThan(1)
  expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index))
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      return (await readVisible(page)).at(-1)
    })
    .toBe(`Page ${pageCount - 1}`)
  expect(await countRows(page)).toBeLessThanOrEqual(400)
})

test('HL-03 going back to the list finds the same pages, and measuring does not move what is above', async () => {
  const page = await env.open(ada, '/highlights', { height: 900 })
  await findHighlightGroup(page, 'Page 0').waitFor()
  await page.getByText(/on 20,000 pages/).waitFor()
  // A new page stays at its top until there is input.
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 1_000_000)
  await expect.poll(async () => (await readVisible(page))[0]).not.toBe('Page 0')
  await expect.poll(async () => (await readVisible(page)).length).toBeGreaterThan(1)
  await waitForIdle(page)
  // Upwards every page is measured for the first time, above the visible ones.
  for (let step = 0; step < 10; step++) {
    const [before] = await readVisible(page)
    const topOf = () =>
      findHighlightGroup(page, before!).evaluate(group => Math.round(group.getBoundingClientRect().top))
    const top = await topOf()
    await page.mouse.wheel(0, -100)
    await expect.poll(async () => Math.abs((await topOf()) - top - 100)).toBeLessThanOrEqual(2)
  }
  const seen = await readVisible(page)
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()
  await page.goBack()
  await expect.poll(() => readVisible(page)).toEqual(seen)
})

test('HL-01 a page with 500 highlights shows all of them, with at most 400 rows in the page', async () => {
  const page = await env.open(ada, '/highlights', { height: 900 })
  const more = page.getByRole('button', { name: `Show all ${longCount}` })
  await page.mouse.move(700, 500)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 300)
      return more.count()
    })
    .toBe(1)
  await more.click()
  const last = page.getByText(`Highlight ${longCount - 1} of page ${long}.`)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 900)
        expect(await countRows(page)).toBeLessThanOrEqual(400)
        return last.count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await findHighlightGroup(page, `Page ${long + 1}`).waitFor()
})
