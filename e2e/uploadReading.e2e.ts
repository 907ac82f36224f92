import { createCollection } from '@nestmark/contract/collections'
import { listCollectionLinks } from '@nestmark/contract/links'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { useEnvironment } from './testEnvironment.ts'
import { dropFiles, findRow, findTray, noisePicture } from './uploadFixture.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
})

async function createTarget(name: string): Promise<string> {
  return (await ada.call(createCollection, { name }))._id
}

async function listTitles(folder: string): Promise<string[]> {
  const { links } = await ada.call(listCollectionLinks, { folder_id: folder })
  return links.map(({ name }) => name)
}

test('UPL-04 a file that the server refuses cannot be tried again, and the tray closes', async () => {
  const folder = await createTarget('Broken')
  const page = await env.open(ada, `/c/${folder}`)
  await page.getByRole('heading', { name: 'Broken' }).first().waitFor()
  // The page reads only the first bytes of a document.
  await dropFiles(page, [
    { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 and no more') },
  ])
  await findRow(page, 'broken.pdf').getByText('This file is damaged').waitFor()
  expect(await findTray(page).getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(await findTray(page).getByRole('button', { name: 'Cancel all' }).count()).toBe(0)
  await findTray(page).getByRole('button', { name: 'Close' }).click()
  await findTray(page).waitFor({ state: 'detached' })
  const open = () =>
    env.app.services.db.read.selectFrom('uploads').select('id').where('state', '=', 'open').execute()
  await expect.poll(open).toEqual([])
})

test('UPL-06 files that are not read yet are listed, and a reload loses none', async () => {
  const folder = await createTarget('Slow reading')
  const page = await env.open(ada, `/c/${folder}`)
  await page.getByRole('heading', { name: 'Slow reading' }).first().waitFor()
  // The page reads no file until the reload.
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => new Promise(() => undefined)
  })
  const names = ['one.png', 'two.png', 'three.png', 'four.png']
  await dropFiles(page, await Promise.all(names.map(name => noisePicture(name, 8))))
  for (const name of names) await findRow(page, name).waitFor()
  await findTray(page).getByRole('heading', { name: 'Uploading 4 files' }).waitFor()
  await expect.poll(() => page.evaluate(countStoredFiles)).toBe(4)
  await page.reload()
  await expect.poll(async () => (await listTitles(folder)).sort()).toEqual(['four', 'one', 'three', 'two'])
})

/** Runs in the page. Returns how many files of uploads the browser stores. */
function countStoredFiles(): Promise<number> {
  return new Promise(done => {
    const opening = indexedDB.open('nestmark-uploads', 1)
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('files').objectStore('files').count()
      counting.addEventListener('success', () => {
        opening.result.close()
        done(counting.result)
      })
    })
  })
}
