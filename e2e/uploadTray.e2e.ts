import { createCollection } from '@nestmark/contract/collections'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { startEnvironment, type TestEnvironment } from './testEnvironment.ts'
import { dropFile, dropFiles, noisePicture, soundFile } from './uploadFixture.ts'

let env: TestEnvironment
let ada: Person
beforeAll(async () => {
  env = await startEnvironment({ planLimits: true })
  ada = await env.signIn('ada')
})
afterAll(() => env.close())

const findTray = (page: Page) => page.getByRole('region', { name: 'Uploads' })

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
  expect(await tray.getByRole('listitem').first().innerText()).toContain('0 kB')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await tray.evaluate(element => getComputedStyle(element).borderTopWidth)).toBe('1px')
  const sent = tray.getByRole('progressbar').first().locator('i')
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

test('UPL-06 UPL-09 a file that is larger than the room left says by how much, also after a reload', async () => {
  const page = await openCollection('Full')
  const setKept = (bytes: number) =>
    env.app.services.db.write(tx =>
      tx.updateTable('people').set({ kept_bytes: bytes }).where('id', '=', ada.id).execute(),
    )
  await setKept(99_000_000)
  await dropFile(page, soundFile('long.mp3', 1_250_000))
  const row = findTray(page).getByRole('listitem')
  await row.getByText('Stopped: 0.25 Mb more than the room left').waitFor()
  await findTray(page).getByRole('heading', { name: '1 file not added' }).waitFor()
  await expect
    .poll(() => findTray(page).getByRole('status').innerText())
    .toBe('long.mp3: 0.25 Mb more than the room left')
  await page.reload()
  await row.getByText('Stopped: 0.25 Mb more than the room left').waitFor()
  await row.getByRole('link', { name: 'See storage' }).click()
  await page.getByText('Almost full').waitFor()
  await setKept(0)
  await row.getByRole('button', { name: 'Try again' }).click()
  await findTray(page).getByRole('heading', { name: '1 file added' }).waitFor()
})

test('UPL-01 on a phone several files are chosen at once in the form that adds links', async () => {
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
