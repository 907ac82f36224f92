import { readFileSync } from 'node:fs'
import { createCollection } from '@nestmark/contract/collections'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { createBookmarkFile } from './importFixture.ts'
import { chooseOption } from '../support/pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const link = (name: string, attributes = '') =>
  `<DT><A HREF="https://${name}.example/" ${attributes}>${name}</A>`
const file =
  createBookmarkFile(`<DT><H3>Kitchen</H3><DL><p>${link('bread', 'ADD_DATE="1262304000" TAGS="food"')}
  ${link('known', 'TAGS="old"')}<DT><H3>Pans</H3><DL><p>${link('pan', 'ADD_DATE="1420070400"')}</DL><p></DL><p>
  <DT><A HREF="javascript:alert(1)">Script</A>`)

test('IO-01 shows a file before it saves anything, computes its choices, and imports it', async () => {
  const { _id: parent } = await ada.call(createCollection, { name: 'Kitchen' })
  await ada.call(saveLink, { parent, name: 'Known', link: 'https://known.example', category: 3 })
  const page = await env.open(ada, '/settings/import')
  await page.locator('input[type=file]').setInputFiles(file)
  const main = page.getByRole('main')
  await main.getByText('What happens to the 4 links').waitFor()
  await main.getByText('bookmarks.html').waitFor()
  const start = main.getByRole('button', { name: /^Import \d+ links?/ })
  expect(await start.textContent()).toContain('Import 2 links')
  await main.getByText('Addresses with javascript: are not imported').waitFor()
  await main.getByText('1 at the top, 1 joins yours').waitFor()
  // The notice about cookies does not cover the button.
  const notice = (await page.getByRole('region', { name: 'Cookies' }).boundingBox())!
  expect(notice.y + notice.height).toBeLessThan((await start.boundingBox())!.y)
  await expectAccessible(page)
  await saveScreenshot(page, 'import-preview-1440')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'List' }).click(),
  ])
  expect(readFileSync((await download.path())!, 'utf8')).toContain('"javascript:alert(1)"')

  await main.getByRole('radio', { name: 'Keep both' }).click()
  await main.getByRole('button', { name: 'Import 3 links' }).waitFor()
  await main.getByRole('radio', { name: 'Keep apart' }).click()
  await main.getByText('joins yours', { exact: true }).waitFor({ state: 'detached' })
  expect((await ada.call(listDashboardLinks, {})).total).toBe(1)

  const pans = main.getByRole('checkbox', { name: 'Import “Pans”' })
  await pans.click()
  await main.getByText('In a folder that you left out').waitFor()
  await main.getByRole('button', { name: 'Import 2 links' }).waitFor()
  await pans.click()
  await main.getByRole('button', { name: 'Folders in “Kitchen”' }).click()
  await expect.poll(() => pans.count()).toBe(0)

  // The address has the preview after a reload too.
  await page.reload()
  await main.getByRole('button', { name: 'Import 3 links' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await main.getByText('Bookmarks were imported successfully').waitFor()
  await main.getByRole('heading', { level: 1, name: 'Import bookmarks' }).waitFor()
  expect((await ada.call(listDashboardLinks, {})).total).toBe(4)
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Undo this import' }).click()
  await expect.poll(async () => (await ada.call(listDashboardLinks, {})).total).toBe(1)
})

test('IO-03 a person says what the columns of an unknown table are', async () => {
  const page = await env.open(ada, '/settings/import')
  const main = page.getByRole('main')
  const text = 'Titel;Adresse;Ablage\nBrot;https://bread.example/;Küche\nTorf;https://turf.example/;Dach\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const folder = main.getByRole('combobox', { name: 'What “Ablage” is' })
  await folder.waitFor()
  expect(await main.getByRole('combobox', { name: 'What “Adresse” is' }).textContent()).toBe('Address')
  await chooseOption(folder, 'Folder')
  await main.getByRole('list', { name: 'How it will be arranged' }).getByText('Küche').waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'import-columns-1440')
  await main.getByRole('button', { name: 'Import 2 links' }).click()
  await main.getByText('Bookmarks were imported successfully').waitFor()
  const { links } = await ada.call(listDashboardLinks, {})
  expect(links.map(link => [link.name, link.parent_name]).toSorted()).toEqual([
    ['Brot', 'Küche'],
    ['Torf', 'Dach'],
  ])
})

test('IO-01 I03 an empty file, a wrong one and Escape, on a phone', async () => {
  const page = await env.open(ada, '/settings/import', { width: 390 })
  const main = page.getByRole('main')
  const photo = { name: 'photo.html', mimeType: 'text/html', buffer: Buffer.from('<p>Hello</p>') }
  await page.locator('input[type=file]').setInputFiles(photo)
  await main.getByText(/^photo.html: This is not a bookmark file/).waitFor()
  await page.locator('input[type=file]').setInputFiles(createBookmarkFile(''))
  await main.getByText('No links in this file').waitFor()
  await main.getByRole('button', { name: 'Another file' }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  await main.getByText('What happens to the 4 links').waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'import-preview-390')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Import / Export' }).waitFor()
  expect((await ada.call(listDashboardLinks, {})).total).toBe(0)
})
