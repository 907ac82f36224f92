import { saveLinks } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()

/** Signs a person in who has as many notes, and opens the list of them. */
async function openNotes(count: number): Promise<Page> {
  const ada = await env.signIn('ada', 2)
  for (let from = 0; from < count; from += 100)
    await ada.call(saveLinks, {
      links: Array.from({ length: 100 }, (_, n) => ({ name: `Number ${from + n}`, desc: 'x', category: 4 })),
    })
  const page = await env.open(ada, '/dashboard')
  await page.getByRole('article').first().waitFor()
  return page
}

test('COL-10 an endless list restores its scroll position after a visit to a link, also after a reload', async () => {
  const page = await openNotes(400)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(9000)
  // The page stays at its top until the first input.
  await page.keyboard.press('Shift')
  await page.evaluate(() => scrollTo(0, 7000))
  await page.locator('main [data-place] [data-main]').nth(8).waitFor()
  const readScrollPosition = () => page.evaluate(() => Math.round(scrollY))
  // Rows above the visible ones turn out lower than estimated, and the page scrolls by the difference.
  await waitForIdle(page)
  const settled = await readScrollPosition()
  expect(settled).toBeGreaterThan(6000)
  // A link in view, so that the click does not scroll the page.
  const href = () =>
    page.locator('main [data-place] [data-main]').evaluateAll(all => {
      const seen = all.find(link => link.getBoundingClientRect().top > 250)
      return seen?.getAttribute('href') ?? null
    })
  await expect.poll(href).not.toBeNull()
  const path = (await href())!
  const link = page.locator(`main [data-main][href="${path}"]`)
  const readPlace = async () => ((await link.count()) === 0 ? undefined : (await link.boundingBox())?.y)
  const place = await readPlace()
  expect(place).toBeGreaterThan(250)
  await link.click()
  await page.waitForURL(/\/l\//)
  await page.goBack()
  await expect.poll(readScrollPosition).toBe(settled)
  await expect.poll(readPlace).toBe(place)
  await page.goto(path)
  await page
    .getByRole('heading', { name: /Number/ })
    .first()
    .waitFor()
  expect(await readScrollPosition()).toBe(0)
  await page.goBack()
  await expect.poll(readScrollPosition).toBe(settled)
  await expect.poll(readPlace).toBe(place)
  // A page that is opened by its address starts at its top.
  await page.goto('/dashboard?order=asc')
  await page.getByRole('article').first().waitFor()
  expect(await readScrollPosition()).toBe(0)
})

test('COL-10 another width of the window keeps the first visible card where it is', async () => {
  const page = await openNotes(200)
  /** The first card that is in sight, and where it is. */
  const findPlace = () =>
    page.getByRole('article').evaluateAll(cards => {
      const seen = cards.find(card => card.getBoundingClientRect().bottom > 200) as HTMLElement
      return [seen.dataset.place, Math.round(seen.getBoundingClientRect().top)] as const
    })
  for (const view of ['Mosaic', 'Grid']) {
    await page.getByRole('radio', { name: view }).click()
    await page.evaluate(() => scrollTo(0, 3000))
    await waitForIdle(page)
    const start = await findPlace()
    const card = page.locator(`main [data-place="${start[0]}"]`)
    await page.setViewportSize({ width: 1000, height: 1024 })
    await waitForIdle(page)
    await expect
      .poll(async () => {
        const box = (await card.count()) > 0 ? await card.boundingBox() : null
        return box !== null && box.y + box.height > 0 && box.y < 700
      })
      .toBe(true)
    await page.setViewportSize({ width: 1440, height: 1024 })
    await expect.poll(findPlace).toEqual(start)
  }
})

test('COL-10 a list that the user scrolls away from the focused card does not scroll back to it', async () => {
  const page = await openNotes(300)
  await page.locator('main [data-place="0"] [data-main]').focus()
  await page.keyboard.press('ArrowDown')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.locator('main [data-place="299"]').waitFor()
  await waitForIdle(page)
  expect(await page.locator('main [data-place="299"]').count()).toBe(1)
})
