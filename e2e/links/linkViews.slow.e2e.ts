import { saveLinks } from '@nestmark/contract/links/links'
import { updateView } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { findCard } from '../support/pageElements.ts'
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
let collection: string
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  collection = await addCollection(ada, 'Type & print')
})

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

const sizes = [
  [400, 600],
  [640, 400],
  [500, 500],
  [640, 360],
  [300, 900],
  [900, 300],
] as const
const colours = ['#a63121', '#1e4d6b', '#e8a13a', '#3c7a4b', '#8b73ea', '#d8c9a8']

async function addPictures(count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await addPictureLink(env, ada, {
      name: `Picture ${n}`,
      parent: collection,
      size: sizes[n % sizes.length]!,
      colour: colours[n % colours.length]!,
    })
}

const readColumns = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll(cards => new Set(cards.map(card => card.getBoundingClientRect().x)).size)

const readFocused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

describe('LINK-14 the mosaic', () => {
  test.each(viewports)('pictures keep their ratio at %s px, dark: %s', async (width, dark) => {
    await addPictures(12)
    const page = await env.open(ada, `/c/${collection}`, { ...(width === 390 ? phone : desktop), dark })
    await findCard(page, 'Picture 11').waitFor()
    await page.getByRole('radio', { name: 'Mosaic' }).click()
    const readRatio = (name: string) =>
      findCard(page, name)
        .locator('[data-thumb]')
        .evaluate(({ clientWidth, clientHeight }) => clientWidth / clientHeight)
    await expect.poll(() => readRatio('Picture 6')).toBeCloseTo(400 / 600, 1)
    expect(await readRatio('Picture 7')).toBeCloseTo(1.6, 1)
    // The limits are 9:16 and 2:1.
    expect(await readRatio('Picture 10')).toBeCloseTo(9 / 16, 1)
    expect(await readRatio('Picture 11')).toBeCloseTo(2, 1)
    // No card covers another.
    const overlaps = await page.getByRole('article').evaluateAll(cards => {
      const boxes = cards.map(card => card.getBoundingClientRect())
      const isOver = (a: DOMRect, b: DOMRect) =>
        a.x < b.right && b.x < a.right && a.y < b.bottom - 1 && b.y < a.bottom - 1
      return boxes.filter((box, at) => boxes.some((other, each) => each > at && isOver(box, other))).length
    })
    expect(overlaps).toBe(0)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `mosaic-${width}-${dark ? 'dark' : 'light'}`)
    await page.reload()
    await findCard(page, 'Picture 6').waitFor()
    await expect.poll(() => readRatio('Picture 6')).toBeCloseTo(400 / 600, 1)
  })

  test('the arrow keys move to the nearest card in their direction', async () => {
    await addPictures(20)
    await ada.call(updateView, { view: { links: 3, folders: 4 } })
    const page = await env.open(ada, `/c/${collection}`, desktop)
    await findCard(page, 'Picture 19').getByRole('link').first().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => readFocused(page)).toBe('Picture 18')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => readFocused(page)).toBe('Picture 19')
    const { x } = (await findCard(page, 'Picture 19').boundingBox())!
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => readFocused(page)).not.toBe('Picture 19')
    const below = (await findCard(page, (await readFocused(page))!).boundingBox())!
    expect(below.x).toBe(x)
    await page.keyboard.press('End')
    await expect.poll(() => readFocused(page)).toBe('Picture 0')
  })

  test('the user scrolls a thousand links to the end with few cards in the page', async () => {
    for (let batch = 0; batch < 10; batch++)
      await ada.call(saveLinks, {
        parent: collection,
        links: Array.from({ length: 100 }, (_, n) => ({
          name: `Copy ${batch * 100 + n}`,
          link: `https://example.org/${batch}/${n}`,
          category: 3,
        })),
      })
    await addPictures(10)
    await ada.call(updateView, { view: { links: 3, folders: 4 } })
    const page = await env.open(ada, `/c/${collection}`, desktop)
    await findCard(page, 'Picture 0').waitFor()
    await page.mouse.move(700, 600)
    await page.mouse.wheel(0, 200_000)
    await page.getByRole('link', { name: 'Copy 0', exact: true }).waitFor()
    expect(await page.getByRole('article').count()).toBeLessThan(120)
    await page.mouse.wheel(0, -200_000)
    await findCard(page, 'Picture 0').waitFor()
  })
})

describe('LINK-14 the size of cards', () => {
  test('the slider and the keys [ and ] change the columns of grid and mosaic; the device stores it', async () => {
    for (let n = 0; n < 10; n++) await addLink(ada, `Link ${n}`, collection)
    const page = await env.open(ada, `/c/${collection}`, { ...desktop, fresh: true })
    await findCard(page, 'Link 9').waitFor()
    expect(await readColumns(page)).toBe(5)
    const columns: number[] = []
    const slider = page.getByRole('slider', { name: 'Card size' })
    for (let step = 0; step < 5; step++) {
      await slider.fill(String(step))
      await expect.poll(() => readColumns(page)).not.toBe(columns.at(-1) ?? 5)
      columns.push(await readColumns(page))
    }
    expect(columns).toEqual([8, 6, 5, 3, 2])
    await page.getByRole('main').click({ position: { x: 4, y: 300 } })
    await page.keyboard.press('[')
    await expect.poll(() => readColumns(page)).toBe(3)
    await page.getByRole('radio', { name: 'Mosaic' }).click()
    await expect.poll(() => readColumns(page)).toBe(3)
    await page.reload()
    await findCard(page, 'Link 9').waitFor()
    await expect.poll(() => readColumns(page)).toBe(3)
    await page.keyboard.press(']')
    await expect.poll(() => readColumns(page)).toBe(2)
    await page.getByRole('radio', { name: 'List' }).click()
    await slider.waitFor({ state: 'detached' })
  })

  test('cards move to their new places, unless the user wants less motion', async () => {
    for (let n = 0; n < 10; n++) await addLink(ada, `Link ${n}`, collection)
    const page = await env.open(ada, `/c/${collection}`, { ...desktop, fresh: true })
    await page.getByRole('radio', { name: 'Mosaic' }).click()
    await findCard(page, 'Link 9').waitFor()
    await expect.poll(() => readColumns(page)).toBe(5)
    await page.evaluate(() => {
      const animate = Element.prototype.animate
      Element.prototype.animate = function (...args) {
        if (this.matches('article'))
          document.body.dataset.moved = String(Number(document.body.dataset.moved ?? 0) + 1)
        return animate.apply(this, args)
      }
    })
    const readMoved = () => page.evaluate(() => Number(document.body.dataset.moved ?? 0))
    await page.keyboard.press(']')
    await expect.poll(() => readColumns(page)).toBe(3)
    expect(await readMoved()).toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.keyboard.press('[')
    await expect.poll(readMoved).toBeGreaterThanOrEqual(9)
    await expect.poll(() => readColumns(page)).toBe(5)
  })

  test('the user selects it in a menu on the phone', async () => {
    for (let n = 0; n < 4; n++) await addLink(ada, `Link ${n}`, collection)
    const page = await env.open(ada, `/c/${collection}`, { ...phone, fresh: true })
    await findCard(page, 'Link 3').waitFor()
    for (const [name, columns] of [
      ['Small cards', 3],
      ['Large cards', 1],
      ['Medium cards', 2],
    ] as const) {
      await page.getByRole('button', { name: 'Search, select and more' }).tap()
      await page.getByRole('menuitemradio', { name }).tap()
      await expect.poll(() => readColumns(page)).toBe(columns)
      await expectNoHorizontalScroll(page)
    }
  })

  test('a checkbox appears on a card under the pointer, and Shift selects a range', async () => {
    for (let n = 0; n < 5; n++) await addLink(ada, `Link ${n}`, collection)
    const page = await env.open(ada, `/c/${collection}`, desktop)
    const checkbox = findCard(page, 'Link 4').getByRole('checkbox')
    await findCard(page, 'Link 4').waitFor()
    expect(await checkbox.evaluate(each => getComputedStyle(each).opacity)).toBe('0')
    await findCard(page, 'Link 4').hover()
    await expect.poll(() => checkbox.evaluate(each => getComputedStyle(each).opacity)).toBe('1')
    await checkbox.click()
    await findCard(page, 'Link 1')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').first().waitFor()
  })
})
