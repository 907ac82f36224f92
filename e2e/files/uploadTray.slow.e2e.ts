import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { getUserData, updateView } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard } from '../support/pageElements.ts'
import { saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'
import { dropFile, dropFiles, findTray, noisePicture, soundFile } from './uploadFixture.ts'

const env = useEnvironment({ planLimits: true })
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada')
})

async function openCollection(name: string): Promise<Page> {
  const { _id } = await ada.call(createCollection, { name })
  const page = await env.open(ada, `/c/${_id}`)
  await page.getByRole('heading', { name }).first().waitFor()
  return page
}

test('UPL-06 the head counts paused uploads beside refused ones, and a reload keeps their order', async () => {
  const page = await openCollection('Paused')
  await page.route('**/files/uploads/*/*', () => undefined)
  const files = await Promise.all(['d.png', 'a.png', 'c.png', 'b.png'].map(name => noisePicture(name, 40)))
  await dropFiles(page, [{ name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }, ...files])
  const tray = findTray(page)
  await expect.poll(() => tray.getByRole('listitem').count()).toBe(5)
  expect(await tray.getByRole('listitem').first().innerText()).toContain('0\u00a0kB')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await tray.evaluate(element => getComputedStyle(element).borderTopWidth)).toBe('1px')
  const sent = tray.getByRole('progressbar').first().locator('span')
  expect(await sent.evaluate(bar => getComputedStyle(bar).forcedColorAdjust)).toBe('none')
  await page.emulateMedia({ forcedColors: null })
  await tray.getByRole('button', { name: 'Pause all' }).click()
  await tray.getByRole('heading', { name: '4 uploads paused' }).waitFor()
  await page.reload()
  await tray.getByRole('heading', { name: '4 uploads paused' }).waitFor()
  const rows = await tray.getByRole('listitem').allInnerTexts()
  expect(rows.map(row => row[0])).toEqual(['d', 'a', 'c', 'b'])
  await tray.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click()
  await tray.waitFor({ state: 'detached' })
})

test.each([1440, 390])(
  'UPL-06 in the list view, uploads are rows that align with the links, %i px',
  async width => {
    const willem = await env.signIn('willem')
    const { view } = await willem.call(getUserData, {})
    await willem.call(updateView, { view: { ...view, links: 2 } })
    const { _id } = await willem.call(createCollection, { name: 'Rows' })
    await willem.call(saveLink, {
      name: 'Reed beds',
      link: 'https://reeds.example/',
      category: 3,
      parent: _id,
    })
    const page = await env.open(willem, `/c/${_id}`, { width })
    const link = findCard(page, 'Reed beds')
    await link.waitFor()
    await page.route('**/files/uploads/*/*', () => undefined)
    await dropFiles(page, await Promise.all(['moor.png', 'fen.png'].map(name => noisePicture(name, 40))))
    const rows = page.getByRole('main').getByRole('article', { name: /^Upload of/ })
    await rows.filter({ hasText: 'moor' }).getByRole('progressbar').waitFor()
    await saveScreenshot(page, `upload-rows-${width}`)
    const boxes = [
      await link.boundingBox(),
      ...(await Promise.all((await rows.all()).map(row => row.boundingBox()))),
    ]
    expect(boxes.map(box => [box?.x, box?.width, box?.height])).toEqual(
      boxes.map(() => [boxes[0]!.x, boxes[0]!.width, boxes[0]!.height]),
    )
  },
)

test('UPL-06 of thousands of files in one drop, the page renders and prepares those in view and those that are next', async () => {
  const page = await openCollection('Thousands')
  await page.route('**/files/uploads/*/*', () => undefined)
  const { mimeType, buffer } = await noisePicture('small.png', 8)
  await dropFiles(
    page,
    Array.from({ length: 1000 }, (_, n) => ({ name: `${n}.png`, mimeType, buffer })),
  )
  const tray = findTray(page)
  await tray.getByRole('heading', { name: 'Uploading 1,000 files' }).waitFor()
  const rows = tray.getByRole('listitem')
  expect(await rows.count()).toBeLessThan(40)
  const cards = page.getByRole('main').getByRole('article', { name: /^Upload of/ })
  expect(await cards.count()).toBeLessThan(60)
  // The next ones are behind those that were added last.
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight }))
  await expect.poll(() => cards.locator('img').count()).toBe(22)
  await saveScreenshot(page, 'thousands-of-uploads')

  const box = await tray.boundingBox()
  expect(1440 - box!.x - box!.width).toBe(34)
  expect(box!.height).toBeLessThan(480)
  const isFocused = (at: number) => rows.nth(at).evaluate(row => row === document.activeElement)
  await page.keyboard.press('u')
  await expect.poll(() => isFocused(0)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => isFocused(1)).toBe(true)
  await tray.getByRole('list').evaluate(list => list.scrollTo({ top: list.scrollHeight }))
  const last = rows.filter({ hasText: '999.png' })
  await last.waitFor()
  expect(await last.getAttribute('aria-posinset')).toBe('1000')
  await tray.getByRole('button', { name: 'Pause all' }).click()
  await tray.getByRole('heading', { name: '1,000 uploads paused' }).waitFor()
  await tray.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click()
  await tray.waitFor({ state: 'detached' })
})

test('UPL-06 UPL-09 a file larger than the room left says by how much, also after a reload', async () => {
  const page = await openCollection('Full')
  const setRetained = (bytes: number) =>
    env.app.services.db.write(tx =>
      tx.updateTable('people').set({ kept_bytes: bytes }).where('id', '=', ada.id).execute(),
    )
  await setRetained(99_000_000)
  await dropFile(page, soundFile('long.mp3', 1_250_000))
  const row = findTray(page).getByRole('listitem')
  await row.getByText('Stopped: 0.25 MB over the storage limit').waitFor()
  await findTray(page).getByRole('heading', { name: '1 file not added' }).waitFor()
  await expect
    .poll(() => findTray(page).getByRole('status').innerText())
    .toBe('long.mp3: 0.25\u00a0MB over the storage limit')
  await page.reload()
  await row.getByText('Stopped: 0.25 MB over the storage limit').waitFor()
  await row.getByRole('link', { name: 'See storage' }).click()
  await page.getByText('Almost full').waitFor()
  await setRetained(0)
  await row.getByRole('button', { name: 'Try again' }).click()
  await findTray(page).getByRole('heading', { name: '1 file added' }).waitFor()
})

test('UPL-01 on a phone the user chooses several files at once in the form that adds links', async () => {
  const { _id } = await ada.call(createCollection, { name: 'Phone' })
  const page = await env.open(ada, `/c/${_id}`, { width: 390, height: 844 })
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('dialog').getByRole('button', { name: 'Upload files' }).tap(),
  ])
  expect(chooser.isMultiple()).toBe(true)
  await chooser.setFiles(await Promise.all(['one.png', 'two.png'].map(name => noisePicture(name, 40))))
  await findTray(page).getByRole('heading', { name: '2 files added' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'two' }).first().waitFor()
})
