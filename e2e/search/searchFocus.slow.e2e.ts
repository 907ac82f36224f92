import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let collection: string
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  collection = await addCollection(ada, 'Roofs')
  for (let n = 0; n < 60; n++) await addLink(ada, `Gable ${n}`, collection)
})

const readFocused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const findField = (page: Page) => page.getByRole('combobox', { name: 'Search everything' }).first()

test('SRCH-01 Esc from the search restores the scroll position and the focused link', async () => {
  const page = await env.open(ada, `/c/${collection}`, { width: 1440, height: 900 })
  await findHeading(page, 'Roofs').waitFor()
  await findCard(page, 'Gable 59').getByRole('link').first().focus()
  for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowDown')
  await expect.poll(() => readFocused(page)).toBe('Gable 29')
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(100)
  for (const leave of ['field', 'result', 'button'] as const) {
    await page.keyboard.press('/')
    await page.keyboard.type('gable 7')
    await findCard(page, 'Gable 7').waitFor()
    await page.getByRole('button', { name: 'Back to Roofs' }).waitFor()
    if (leave === 'result') await page.keyboard.press('ArrowDown')
    if (leave === 'button') await page.getByRole('button', { name: 'Back to Roofs' }).click()
    else await page.keyboard.press('Escape')
    // The first Esc closes a list of suggestions.
    if (leave === 'field' && page.url().includes('/search')) await page.keyboard.press('Escape')
    await page.waitForURL(`**/c/${collection}`)
    await expect.poll(() => readFocused(page)).toBe('Gable 29')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  }
})

test('SRCH-01 Esc in the field keeps the results, and returns the focus when the user typed nothing', async () => {
  const page = await env.open(ada, '/search/?q=gable%207', { width: 1440, height: 900 })
  await findCard(page, 'Gable 7').waitFor()
  const { href } = new URL(page.url())
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(await findField(page).inputValue()).toBe('gable 7')
  expect(page.url()).toBe(href)

  await page.goto(`/c/${collection}`)
  await findCard(page, 'Gable 59').getByRole('link').first().focus()
  await page.keyboard.press('/')
  await expect.poll(() => findField(page).evaluate(field => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => readFocused(page)).toBe('Gable 59')
})

for (const [width, dark] of [
  [1440, true],
  [390, false],
] as const)
  test(`SRCH-05 a search without results offers to clear its filters, and the focus remains in the search, at ${width}`, async () => {
    const page = await env.open(ada, '/search/?q=tag:slate%20gable', { width, height: 844, dark })
    await page.getByText('No results matching your query!').waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, `search-none-filtered-${width}`)
    await press(page, page.getByRole('link', { name: 'Clear filters' }))
    await page.waitForURL(url => url.searchParams.get('q') === 'gable')
    await findCard(page, 'Gable 5').waitFor()
    expect(await page.getByRole('link', { name: 'Clear filters' }).count()).toBe(0)
    // On the phone a focused field would open the keyboard over the results.
    if (width < 820) expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    else expect(await findField(page).evaluate(field => field === document.activeElement)).toBe(true)
  })

test('COL-12 NAV-06 the palette calls the root collection Dashboard', async () => {
  const lena = await env.signIn('lena')
  await addLink(lena, 'Birch bark', lena.rootId)
  const page = await env.open(lena, '/dashboard')
  await findCard(page, 'Birch bark').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to anything' }).waitFor()
  await page.keyboard.type('birch')
  const option = page.getByRole('dialog').getByRole('option').filter({ hasText: 'Birch bark' })
  await option.getByText('Dashboard').waitFor()
  expect(await option.textContent()).not.toContain('Uncategorized')
})
