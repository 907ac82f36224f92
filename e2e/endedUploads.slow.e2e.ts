import { createCollection } from '@nestmark/contract/collections'
import { listCollectionLinks } from '@nestmark/contract/links'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { press } from './menuCheck.ts'
import { useEnvironment } from './testEnvironment.ts'
import { dropFile, findRow, findTray, noisePicture, type TestFile } from './uploadFixture.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
})

const listTitles = async (folder_id: string) =>
  (await ada.call(listCollectionLinks, { folder_id })).links.map(({ name }) => name)

/** Opens a new collection. */
async function openFolder(name: string, width = 1440): Promise<{ page: Page; folder: string }> {
  const { _id: folder } = await ada.call(createCollection, { name })
  const page = await env.open(ada, `/c/${folder}`, { width })
  await page.getByRole('heading', { name }).first().waitFor()
  return { page, folder }
}

/** Begins an upload, pauses it, and lets a day pass: the server has ended it then. */
async function expire(page: Page, file: TestFile, width = 1440): Promise<void> {
  const isSent = page.waitForRequest('**/files/uploads/*/*')
  await page.route('**/files/uploads/*/*', () => undefined)
  await dropFile(page, file)
  await isSent
  if (width < 820) await press(page, findTray(page).getByRole('button', { name: 'Show uploads' }))
  await press(page, page.getByRole('button', { name: `Pause ${file.name}` }))
  await findRow(page, file.name).getByText('Paused').waitFor()
  await page.unroute('**/files/uploads/*/*')
  env.app.clock.now += 86_400_001
}

test.each([1440, 390])('UPL-06 F16 an upload that the server has ended begins again, %i px', async width => {
  const { page, folder } = await openFolder(`Late ${width}`, width)
  const file = await noisePicture('late.png', 60)
  await expire(page, file, width)
  await press(page, page.getByRole('button', { name: 'Resume late.png' }))
  await findRow(page, 'late.png').getByText('Added').waitFor()
  expect(await listTitles(folder)).toEqual(['late'])
})

test('UPL-06 F16 an ended upload asks for a file that the browser does not have, and begins again with it', async () => {
  const { page, folder } = await openFolder('Lost file')
  const file = await noisePicture('lost.png', 60)
  await expire(page, file)
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        indexedDB.open('nestmark-uploads', 1).addEventListener('success', event => {
          const database = (event.target as IDBOpenDBRequest).result
          const clearing = database.transaction('files', 'readwrite')
          clearing.objectStore('files').clear()
          clearing.addEventListener('complete', () => resolve())
        })
      }),
  )
  await page.reload()
  await findRow(page, 'lost.png').getByText('Choose the same file again to continue').waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(page, findRow(page, 'lost.png').getByRole('button', { name: 'Choose file' })),
  ])
  await chooser.setFiles(file)
  await findRow(page, 'lost.png').getByText('Added').waitFor()
  expect(await listTitles(folder)).toEqual(['lost'])
})

test('UPL-06 Z16 an upload waits for the rate limit, and is not stopped by it', async () => {
  const { page, folder } = await openFolder('Many files')
  let refused = 0
  await page.route('**/api/start-upload', route => {
    if (++refused > 6) return route.continue()
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '1' },
      json: { status: 429, code: 'request.tooMany', message: 'Too many requests.', data: null },
    })
  })
  const stopped = page.waitForFunction(() => document.body.innerText.includes('Stopped'))
  stopped.catch(() => undefined)
  await dropFile(page, await noisePicture('many.png', 40))
  const added = findRow(page, 'many.png').getByText('Added').waitFor()
  expect(await Promise.race([added.then(() => 'added'), stopped.then(() => 'stopped')])).toBe('added')
  expect(refused).toBe(7)
  expect(await listTitles(folder)).toEqual(['many'])
})
