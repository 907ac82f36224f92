import { createCollection } from '@nestmark/contract/collections'
import { listCollectionLinks } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { press } from '../support/menuCheck.ts'
import { useEnvironment } from '../support/testEnvironment.ts'
import { dropFile, findRow, noisePicture, type TestFile } from './uploadFixture.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
})

const listTitles = async (folder_id: string) =>
  (await ada.call(listCollectionLinks, { folder_id })).links.map(({ name }) => name)

/** Opens a new collection. */
async function openFolder(name: string): Promise<{ page: Page; folder: string }> {
  const { _id: folder } = await ada.call(createCollection, { name })
  const page = await env.open(ada, `/c/${folder}`)
  await page.getByRole('heading', { name }).first().waitFor()
  return { page, folder }
}

/** Begins an upload, pauses it, and lets a day pass: the server has ended it then. */
async function expire(page: Page, file: TestFile): Promise<void> {
  const isSent = page.waitForRequest('**/files/uploads/*/*')
  await page.route('**/files/uploads/*/*', () => undefined)
  await dropFile(page, file)
  await isSent
  await press(page, page.getByRole('button', { name: `Pause ${file.name}` }))
  await findRow(page, file.name).getByText('Paused').waitFor()
  await page.unroute('**/files/uploads/*/*')
  env.app.clock.now += 86_400_001
}

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
