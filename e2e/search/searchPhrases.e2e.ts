import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { findCard } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  waitForIdle,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada')
  const roofs = await addCollection(ada, 'Roofs')
  for (let n = 0; n < 12; n++) await addLink(ada, `Turf gable ${n}`, roofs, { tags: ['vernacular'] })
})

test('SRCH-05 a search of everything without results shows which fields it searched', async () => {
  const page = await env.open(ada, '/search/?q=zzzzzz')
  await page.getByText('No results matching your query!').waitFor()
  await page.getByText(/^Nothing in titles, addresses, descriptions, tags or collections\./).waitFor()
  expect(await page.getByText(/search everywhere|somewhere else/i).count()).toBe(0)
  await saveScreenshot(page, 'search-none')
  await page.goto('/search/?q=zzzzzz&type=tag')
  await page.getByRole('link', { name: 'Search everywhere' }).waitFor()
  // The type and the category of the free plan have different names.
  const chips = page.getByRole('navigation', { name: 'Search for' })
  await page.goto('/search/?q=turf')
  // The counts of categories come later.
  await chips.getByRole('link', { name: /^Links/ }).waitFor()
  expect(await chips.getByRole('link', { name: 'Link', exact: true }).count()).toBe(1)
})

test('NAV-06 the palette shows that nothing matches only when no command matches', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Go to anything' })
  await field.waitFor()
  await page.keyboard.type('trash')
  await page.getByRole('option', { name: 'Trash', exact: true }).waitFor()
  await waitForIdle(page)
  expect(await page.getByText(/No links or collections match/).count()).toBe(0)
  const copy = page.getByText('copy address')
  expect(await copy.count()).toBe(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'palette-command')
  await field.fill('turf gable')
  await page
    .getByRole('option', { name: /Turf gable/ })
    .first()
    .waitFor()
  expect(await copy.count()).toBe(1)
  await field.fill('qqqq')
  await page.getByRole('heading', { name: 'No links or collections match “qqqq”' }).waitFor()
})

test('SRCH-07 on the phone, one row has the tools, and chips do not cover the words', async () => {
  const page = await env.open(ada, '/search/?q=tag:vernacular%20type:link%20site:example.org%20gable', {
    width: 390,
    height: 844,
    dark: true,
  })
  await findCard(page, 'Turf gable 3').waitFor()
  const field = page.getByRole('combobox', { name: 'Search everything' }).first()
  expect(await field.inputValue()).toBe('gable')
  const words = (await field.boundingBox())!
  expect(words.width).toBeGreaterThan(100)
  const chips = page.getByRole('group', { name: 'Filters' }).getByRole('button')
  expect(await chips.count()).toBe(3)
  for (const chip of await chips.all()) {
    const box = (await chip.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(words.y + 1)
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
  }
  const middleOf = async (name: string | RegExp) => {
    const { y, height } = (await page.getByRole('main').getByRole('button', { name }).first().boundingBox())!
    return y + height / 2
  }
  expect(Math.abs((await middleOf(/^Best first/)) - (await middleOf('Select')))).toBeLessThan(3)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await saveScreenshot(page, 'search-phone')
})
