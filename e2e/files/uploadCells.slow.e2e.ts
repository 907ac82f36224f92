import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { getUserData, updateView } from '@nestmark/contract/session'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard } from '../support/pageElements.ts'
import { saveScreenshot, useEnvironment, waitForIdle } from '../support/testEnvironment.ts'
import { dropFiles, noisePicture } from './uploadFixture.ts'

const env = useEnvironment()

/** Opens a collection with some links, and holds the bytes of uploads back until `release` is called. */
async function openList(
  name: string,
  { width, view, links }: { width: number; view: 1 | 2 | 3; links: readonly string[] },
) {
  const person: Person = await env.signIn(name)
  const user = await person.call(getUserData, {})
  await person.call(updateView, { view: { ...user.view, links: view } })
  const { _id } = await person.call(createCollection, { name: 'Roofs' })
  for (const title of links.toReversed())
    await person.call(saveLink, { name: title, link: 'https://roofs.example/', category: 3, parent: _id })
  const page = await env.open(person, `/c/${_id}`, { width })
  await page.getByRole('heading', { name: 'Roofs' }).first().waitFor()
  await waitForIdle(page)
  const held: Route[] = []
  await page.route('**/files/uploads/*/*', route => void held.push(route))
  const waitForPart = (index: number) => expect.poll(() => held.length).toBeGreaterThan(index)
  const release = async (index: number) => {
    await waitForPart(index)
    await held[index]!.continue()
  }
  return { page, person, release, waitForPart }
}

const findUpload = (page: Page, title: string) => page.getByRole('article', { name: `Upload of ${title}` })

/** Records the number of cells in each frame, the links without a picture, and what moves in the list. */
async function watchCells(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { counts: [] as number[], bare: [] as string[], moved: [] as string[] }
    Object.assign(window, { seen })
    const describe = (node?: Node) => {
      const element = node instanceof Element ? node : node?.parentElement
      return `${element?.tagName} ${element?.className} ${node?.textContent?.slice(0, 40)}`
    }
    const count = () => {
      const cells = [...document.querySelectorAll('main article')]
      seen.counts.push(cells.length)
      for (const { textContent } of cells.filter(cell => !cell.querySelector('img')))
        seen.bare.push(/moor|fen/.exec(textContent)?.[0] ?? '')
      requestAnimationFrame(count)
    }
    count()
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
        for (const { node } of entry.sources)
          if (document.querySelector('main')?.contains(node ?? null)) seen.moved.push(describe(node))
    }).observe({ type: 'layout-shift' })
  })
}

const readSeen = (page: Page) =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: Record<'counts' | 'bare' | 'moved', unknown[]> }
    const bare = [...new Set(seen.bare)].filter(Boolean)
    return { counts: [...new Set(seen.counts)], bare, moved: seen.moved }
  })

const cases = [
  { width: 1440, view: 1, name: 'grid' },
  { width: 390, view: 1, name: 'phone-grid' },
  { width: 1440, view: 2, name: 'list' },
  { width: 390, view: 2, name: 'phone-list' },
] as const

test.each(cases)(
  'UPL-06 uploads are the first cells of the $name, and become links without moving',
  async each => {
    const { page, release, waitForPart } = await openList(each.name, {
      ...each,
      links: ['Reed beds', 'Sedge', 'Turf'],
    })
    // One after the other, so that the first part is that of the first file.
    await dropFiles(page, [await noisePicture('moor.png', 40)])
    await waitForPart(0)
    await dropFiles(page, [await noisePicture('fen.png', 40)])
    await waitForPart(1)
    await findUpload(page, 'moor').locator('img').waitFor()
    await findUpload(page, 'fen').locator('img').waitFor()
    await page.evaluate(() => document.fonts.ready)
    const order = () =>
      page.locator('main article').evaluateAll(list => list.map(({ textContent }) => textContent))
    expect((await order()).map(text => /moor|fen|Reed|Sedge|Turf/.exec(text ?? '')?.[0])).toEqual([
      'fen',
      'moor',
      'Reed',
      'Sedge',
      'Turf',
    ])
    await saveScreenshot(page, `upload-cells-${each.name}`)
    const boxes = await Promise.all(
      [findUpload(page, 'moor'), findCard(page, 'Reed beds')].map(cell => cell.boundingBox()),
    )
    expect(boxes[0]!.width).toBe(boxes[1]!.width)
    await watchCells(page)
    await release(0)
    await page
      .getByRole('main')
      .getByRole('link', { name: /moor|fen/ })
      .first()
      .waitFor()
    await release(1)
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByRole('article', { name: /^Upload of/ })
          .count(),
      )
      .toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'fen' }).first().waitFor()
    await waitForIdle(page)
    // Until the server has read a picture, its link shows the local one.
    expect(await readSeen(page)).toEqual({ counts: [5], bare: [], moved: [] })
    await saveScreenshot(page, `upload-cells-done-${each.name}`)
  },
)

test.each([1440, 390])(
  'UPL-06 an upload to an empty collection becomes its first link in place, %i px',
  async width => {
    const { page, release } = await openList(`empty${width}`, { width, view: 1, links: [] })
    await dropFiles(page, [await noisePicture('moor.png', 40)])
    await findUpload(page, 'moor').locator('img').waitFor()
    await watchCells(page)
    await release(0)
    await page.getByRole('main').getByRole('link', { name: 'moor' }).first().waitFor()
    await waitForIdle(page)
    expect(await readSeen(page)).toEqual({ counts: [1], bare: [], moved: [] })
  },
)

test('UPL-06 keys and ranges refer to the links behind uploads, also after one became a link', async () => {
  const links = Array.from({ length: 8 }, (_, n) => `Link ${n}`)
  const { page, release } = await openList('keys', { width: 1440, view: 1, links })
  await dropFiles(page, [await noisePicture('moor.png', 40)])
  await findUpload(page, 'moor').locator('img').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.closest('article')?.textContent ?? '')
  const lefts = await page
    .locator('main article')
    .evaluateAll(list => list.map(cell => cell.getBoundingClientRect().x))
  const columns = lefts.lastIndexOf(lefts[0]!, 7) > 0 ? lefts.indexOf(lefts[0]!, 1) : lefts.length
  const first = findCard(page, 'Link 0')
  await first.locator('[data-main]').focus()
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toContain('Link 1')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toContain(`Link ${1 + columns}`)
  await page.keyboard.press('Home')
  expect(await focused()).toContain('Link 0')
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toContain('Link 0')
  // Above this one is the upload.
  await findCard(page, `Link ${columns - 1}`)
    .locator('[data-main]')
    .focus()
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toContain(`Link ${columns - 1}`)
  await page.keyboard.press('x')
  await release(0)
  await page.getByRole('main').getByRole('link', { name: 'moor' }).first().waitFor()
  expect(await focused()).toContain(`Link ${columns - 1}`)
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toContain(`Link ${columns}`)
  await page.keyboard.press('Shift+x')
  await page.getByText('2 selected').first().waitFor()
})

test('UPL-06 in another order, an upload is the first cell of the list', async () => {
  const { page } = await openList('sorted', { width: 1440, view: 1, links: ['Reed beds'] })
  const { pathname } = new URL(page.url())
  await page.goto(`${pathname}?sort=title`)
  await findCard(page, 'Reed beds').waitFor()
  await dropFiles(page, [await noisePicture('moor.png', 40)])
  const upload = page.getByRole('main').getByRole('article', { name: /moor/ })
  const { y } = (await upload.boundingBox())!
  expect((await findCard(page, 'Reed beds').boundingBox())!.y).toBe(y)
})

test('UPL-06 in the mosaic, an upload is the first card', async () => {
  const { page, release } = await openList('mosaic', { width: 1440, view: 3, links: ['Reed beds', 'Sedge'] })
  await findCard(page, 'Reed beds').waitFor()
  await dropFiles(page, [await noisePicture('moor.png', 40)])
  const upload = findUpload(page, 'moor')
  await upload.waitFor()
  const { x, y } = (await upload.boundingBox())!
  const links = await Promise.all(
    ['Reed beds', 'Sedge'].map(async name => (await findCard(page, name).boundingBox())!),
  )
  for (const link of links) expect([link.y, link.x > x]).toEqual([y, true])
  await release(0)
  await upload.waitFor({ state: 'detached' })
  const card = (await page.getByRole('article').filter({ hasText: 'moor' }).boundingBox())!
  expect([card.x, card.y]).toEqual([x, y])
})
