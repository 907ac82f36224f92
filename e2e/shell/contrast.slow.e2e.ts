import { createCollection } from '@nestmark/contract/collections'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, openLinkForm } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada')
  await ada.call(createCollection, { name: 'Turf roofs' })
  await ada.call(saveLink, { name: 'Driftwood', link: 'https://driftwood.example/', category: 3 })
})

const readOutline = (target: Locator) =>
  target.evaluate(element => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
  })

test('with forced colours every state and edge has a line', async () => {
  const page = await env.open(ada, '/dashboard', { context: { forcedColors: 'active' } })
  await findCard(page, 'Driftwood').waitFor()
  const [chosen, other] = [
    page.getByRole('radio', { name: 'Grid' }).first(),
    page.getByRole('radio', { name: 'List' }).first(),
  ]
  expect(await readOutline(chosen)).toBeGreaterThan(await readOutline(other))
  expect(await readOutline(page.getByRole('button', { name: 'Add', exact: true }))).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.keyboard.press('Control+l')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.evaluate(element => getComputedStyle(element).borderTopStyle)).toBe('solid')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await findCard(page, 'Driftwood').getByRole('link', { name: 'Driftwood', exact: true }).first().focus()
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  expect(await readOutline(findCard(page, 'Driftwood'))).toBe(2)
  await saveScreenshot(page, 'forced-colours')
})

test('strengthens weak texts and lines with more contrast', async () => {
  const weak = await env.open(ada, '/dashboard')
  const strong = await env.open(ada, '/dashboard', { context: { contrast: 'more' } })
  const read = (page: typeof weak) =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return ['--ink3', '--line1'].map(name => style.getPropertyValue(name).trim())
    })
  const [before, after] = [await read(weak), await read(strong)]
  expect(after[0]).not.toBe(before[0])
  expect(after[1]).not.toBe(before[1])
  await expectAccessible(strong)
})

test('at 400 per cent zoom a user can add a link, and pages do not scroll sideways', async () => {
  // 1280 × 1024 at 400 per cent.
  const page = await env.open(ada, '/dashboard', { width: 320, height: 256 })
  await page.getByText('Recent links').waitFor()
  await expectNoHorizontalScroll(page)
  const dialog = await openLinkForm(page)
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('https://zoomed.example/')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Zoomed')
  // The focused field is visible, between the header and the buttons.
  const isInSight = await dialog.getByRole('textbox', { name: 'Title' }).evaluate(field => {
    const { left, top, width, height } = field.getBoundingClientRect()
    return field.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isInSight).toBe(true)
  await expectAccessible(page)
  await saveScreenshot(page, 'zoom-form')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await ada.call(listDashboardLinks, {})).links.map(link => link.name))
    .toContain('Zoomed')
  for (const path of ['/collections', '/settings', '/tags', '/search/?q=zoomed&type=link', '/pricing']) {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await expectNoHorizontalScroll(page)
  }
  const visitor = await env.open(null, '/pricing', { width: 320, height: 256 })
  await visitor.locator('h1').first().waitFor()
  await expectNoHorizontalScroll(visitor)
})
