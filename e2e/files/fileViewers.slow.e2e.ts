import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { createPdf, saveMedia } from '../support/mediaFixture.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada')
})

test('UPL-08 a user zooms a very tall picture until they can read it', async () => {
  const parent = await addCollection(ada, 'Tall pictures')
  const size = { width: 300, height: 6_000 }
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#2b6c99' } })
    .png()
    .toBuffer()
  const tower = await saveMedia(env.app, ada, bytes, { name: 'Tower', type: 'image/png', parent }, size)
  const page = await env.open(ada, `/l/${tower._id}`, { height: 844 })
  await page.getByRole('button', { name: 'View “Tower”' }).click()
  const shown = page.locator('.pswp__img[alt="Tower"]:not(.pswp__img--placeholder)')
  const readWidth = async () => Math.round((await shown.boundingBox())!.width)
  await expect.poll(readWidth).toBe(35)
  await shown.click()
  await expect.poll(readWidth).toBe(300)
  await page.keyboard.press('z')
  await expect.poll(readWidth).toBe(35)
})

test('UPL-08 a click zooms a picture to its pixels, and does not offer to where all are shown', async () => {
  const parent = await addCollection(ada, 'Sizes')
  const save = async (name: string, width: number) => {
    const size = { width, height: width / 2 }
    const bytes = await sharp({ create: { ...size, channels: 3, background: '#2b6c99' } })
      .png()
      .toBuffer()
    return saveMedia(env.app, ada, bytes, { name, type: 'image/png', parent }, size)
  }
  const open = async (id: string, name: string) => {
    const page = await env.open(ada, `/l/${id}`, { height: 844 })
    await page.getByRole('button', { name: `View “${name}”` }).click()
    const shown = page.locator(`.pswp__img[alt="${name}"]:not(.pswp__img--placeholder)`)
    const readWidth = async () => Math.round((await shown.boundingBox())!.width)
    const readCursor = () => shown.evaluate(element => getComputedStyle(element).cursor)
    return { page, shown, readWidth, readCursor }
  }
  const [small, large] = [await save('Small', 300), await save('Large', 1_400)]
  const whole = await open(small._id, 'Small')
  await expect.poll(whole.readWidth).toBe(300)
  expect(await whole.readCursor()).toBe('default')
  expect(await whole.page.getByRole('button', { name: 'Zoom in' }).isDisabled()).toBe(true)

  const reduced = await open(large._id, 'Large')
  await expect.poll(reduced.readWidth).toBeLessThan(1_300)
  expect(await reduced.readCursor()).toBe('zoom-in')
  await reduced.shown.click()
  await expect.poll(reduced.readWidth).toBe(1_400)
})

test('UPL-08 the match in a PDF stays while its word is typed on a phone', async () => {
  // The matches are at the end of their pages, so that the next page fills most of the screen.
  const lines = Array.from({ length: 30 }, (_, line) =>
    line === 26 ? 'The drainage trench was dry.' : 'It rained.',
  )
  const parent = await addCollection(ada, 'Reports')
  const report = await saveMedia(
    env.app,
    ada,
    createPdf(Array.from({ length: 6 }, () => lines)),
    { name: 'Trenches', type: 'application/pdf', parent },
    { pages: 6 },
  )
  const page = await env.open(ada, `/l/${report._id}/pdf`, { width: 390, height: 844 })
  await page.getByText('The drainage trench').first().waitFor()
  await page.getByRole('button', { name: 'Find in this document' }).click()
  const field = page.getByRole('textbox', { name: 'Find in this document' })
  const mark = page.locator('.highlight.selected')
  for (const word of ['tren', 'trenc', 'trench']) {
    await field.fill(word)
    await mark.filter({ hasText: new RegExp(`^${word}$`) }).waitFor()
    await page.getByText('1 of 6').waitFor()
    await expect.poll(() => mark.evaluate(element => element.getBoundingClientRect().top)).toBeLessThan(200)
    expect(await page.locator('.page', { has: mark }).getAttribute('data-page-number')).toBe('1')
  }
  await page.keyboard.press('Enter')
  await page.getByText('2 of 6').waitFor()
})

test.each([1440, 390])(
  'UPL-08 the words of a PDF have the width that they have on the page, and G leads to a page, %i px',
  async width => {
    const parent = await addCollection(ada, 'Words')
    // Narrow letters have the largest rounding errors.
    const file = createPdf([['i'.repeat(90)], ['The end.']])
    const media = { name: 'Narrow', type: 'application/pdf', parent }
    const { _id: id } = await saveMedia(env.app, ada, file, media, { pages: 2 })
    const page = await env.open(ada, `/l/${id}/pdf`, { width, context: { deviceScaleFactor: 1 } })
    const word = page.getByText(/^i+$/)
    const readShare = async () => {
      const [text, paper] = [await word.boundingBox(), await page.locator('.page').first().boundingBox()]
      // After a zoom, the words are drawn again.
      return text && paper ? text.width / paper.width : 0
    }
    // The letter has 0.278 of the size of 16, and the paper is 595 wide.
    const expected = (90 * 0.278 * 16) / 595
    await expect.poll(readShare).toBeCloseTo(expected, 2)
    const paper = page.locator('.page').first()
    const previous = (await paper.boundingBox())!.width
    for (let step = 0; step < 5; step++) await page.keyboard.press('-')
    await expect.poll(async () => (await paper.boundingBox())!.width).toBeLessThan(previous * 0.7)
    await expect.poll(readShare).toBeCloseTo(expected, 2)

    await page.keyboard.press('g')
    if (width === 390) {
      await page.getByRole('dialog', { name: 'Pages' }).getByRole('button', { name: 'Page 2' }).click()
      await page.getByText('The end.').waitFor()
      return
    }
    // Esc leaves the field, not the document.
    const field = page.getByRole('textbox', { name: 'Page number' })
    await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    const pages = page.getByRole('region', { name: 'Pages of the document' })
    await expect.poll(() => pages.evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.press('g')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('2')
    await word.waitFor()
  },
)
