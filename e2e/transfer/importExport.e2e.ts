import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { createCollection, listDashboardCollections } from '@nestmark/contract/collections'
import { exportLibrary } from '@nestmark/contract/transfer/libraryExport'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { saveFile, toAudio } from '../../apps/server/src/test/support/files.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { unzip } from '../../apps/server/src/test/support/zip.ts'
import { createBookmarkFile, createRows, importFile, openExport, openImport } from './importFixture.ts'
import { findCard } from '../support/pageElements.ts'
import {
  expectAccessible,
  saveScreenshot,
  useEnvironment,
  viewports,
  waitForResponse,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

describe('IO import and export', () => {
  test('IO-01 I06 the page imports a bookmark file, reports skipped entries and shows the links', async () => {
    const page = await env.open(ada, '/dashboard')
    const main = await openImport(page)
    await expectAccessible(page)
    await importFile(
      page,
      createBookmarkFile(`<DT><H3>Kitchen</H3><DL><p><DT><A HREF="https://example.org/bread">Bread</A>
        <DT><A HREF="javascript:alert(1)">Bookmarklet</A></DL><p>`),
    )
    await main.getByText('Bookmarks were imported successfully').waitFor()
    await main.getByText('Addresses with javascript: are not imported').waitFor()
    await expectAccessible(page)
    await page.getByRole('tree').getByText('Kitchen').waitFor()
    await page.goto('/dashboard')
    await findCard(page, 'Bread').waitFor()
  })

  test('IO-01 previews a file that the user drops on a collection for it, with many folders in one', async () => {
    const { _id: parent } = await ada.call(createCollection, { name: 'Archive' })
    const page = await env.open(ada, `/c/${parent}`)
    await page.getByRole('heading', { name: 'Archive' }).waitFor()
    // What accepts files is loaded after the page, as live updates are.
    await waitForResponse(page, /\/api\/events/)
    const drop = async (content: string) => {
      const data = await page.evaluateHandle(text => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], 'bookmarks.html', { type: 'text/html' }))
        return transfer
      }, content)
      for (const type of ['dragenter', 'dragover', 'drop'])
        await page.dispatchEvent('main', type, { dataTransfer: data })
    }
    await drop(createBookmarkFile(createRows(0, 2)).buffer.toString())
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Import 2 links' }).click()
    await main.getByText('Bookmarks were imported successfully').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await ada.call(listDashboardLinks, {})).links.map(link => link.parent)).toEqual([parent, parent])

    await main.getByRole('button', { name: 'Import another file' }).click()
    const folders = Array.from({ length: 1001 }, (_, n) => `<DT><H3>Folder ${n}</H3><DL><p></DL><p>`)
    const row = '<DT><A HREF="https://example.org/loose">Loose</A>'
    await page.locator('input[type=file]').setInputFiles(createBookmarkFile([...folders, row].join('\n')))
    await expect.poll(() => main.getByRole('radio', { name: /^Into one new/ }).isChecked()).toBe(true)
    await main.getByRole('button', { name: 'Import 1 link' }).click()
    await main.getByText('Bookmarks were imported successfully').waitFor()
    const { folders: top } = await ada.call(listDashboardCollections, {})
    const [around] = top.filter(each => each.name.startsWith('Imported on'))
    expect([around?.folder_count, around?.links_count]).toEqual([1001, 1])
    expect(top.some(each => each.name.startsWith('Folder'))).toBe(false)
  })

  for (const [width, dark] of viewports)
    test(`IO-01 the user undoes an import from its report and from the settings, at ${width}`, async () => {
      const page = await env.open(ada, '/settings/import', { width, dark })
      const main = page.getByRole('main')
      const rows = `<DT><H3>Kitchen</H3><DL><p>${createRows(0, 8)}</DL><p>`
      const importRows = async () => {
        await importFile(page, createBookmarkFile(rows))
        await main.getByText('Bookmarks were imported successfully').waitFor()
      }
      await importRows()
      await expectAccessible(page)
      await saveScreenshot(page, `import-report-${width}`)
      await main.getByRole('button', { name: 'Undo this import' }).click()
      await expect.poll(async () => (await ada.call(listDashboardLinks, {})).total).toBe(0)

      await importRows()
      await page.goto('/settings')
      await page.getByRole('tab', { name: 'Import / Export' }).click()
      const undo = page.getByRole('button', { name: /^Undo import of/ })
      await undo.waitFor()
      await page.getByText('8 links added, 1 collection created').first().waitFor()
      await expectAccessible(page)
      await saveScreenshot(page, `import-recent-${width}`)
      await undo.click()
      await expect.poll(() => undo.count()).toBe(0)
      expect((await ada.call(listDashboardLinks, {})).total).toBe(0)
    })

  test('IO-02 I08 the export downloads a file, once in five minutes', async () => {
    await ada.call(saveLink, { name: 'Exported link', link: 'https://example.org', category: 3 })
    const page = await env.open(ada, '/dashboard')
    const dialog = await openExport(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('nestmark.html')
    expect(readFileSync((await download.path())!, 'utf8')).toContain('Exported link')
    if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
    const again = await openExport(page)
    await again.getByRole('button', { name: 'Export', exact: true }).click()
    await again.getByText(/You recently exported your personal data/).waitFor()
    await again.getByText('You can export it again in 5 minutes.').waitFor()
    // The ZIP has a separate limit.
    await again.getByRole('radio', { name: 'Everything' }).check()
    await again.getByText('You can export it again in 5 minutes.').waitFor({ state: 'detached' })
    await Promise.all([
      page.waitForEvent('download'),
      again.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
  })

  describe('the export of everything', () => {
    const openEverything = async (page: Page) => {
      const dialog = await openExport(page)
      await dialog.getByRole('radio', { name: 'Everything' }).check()
      return dialog
    }

    for (const [width, dark] of viewports)
      test(`IO-02 shows its content, and downloads a ZIP, at ${width}${dark ? ', dark' : ''}`, async () => {
        const song = toAudio(300_000)
        const parent = (await ada.call(createCollection, { name: 'Music' }))._id
        await saveFile(env.app, ada, song, { name: 'Song.mp3', parent })
        const page = await env.open(ada, '/dashboard', { width, dark })
        const dialog = await openEverything(page)
        await dialog.getByText('1 file · 0.3 MB').waitFor()
        await dialog.getByText('About 0.3 MB').waitFor()
        await expectAccessible(page)
        await saveScreenshot(page, `export-everything-${width}${dark ? '-dark' : ''}`)
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          dialog.getByRole('button', { name: 'Export', exact: true }).click(),
        ])
        expect(download.suggestedFilename()).toMatch(/^nestmark-\d{4}-\d\d-\d\d\.zip$/)
        const files = await unzip(readFileSync((await download.path())!))
        const [path] = [...files.keys()].filter(name => name.startsWith('files/Music/Song ~'))
        expect(files.get(path!)!.bytes).toEqual(song)
        await dialog.getByText('Your library was exported').waitFor()
        await expectAccessible(page)
        await saveScreenshot(page, `export-everything-done-${width}${dark ? '-dark' : ''}`)
      })

    for (const [width, dark] of viewports)
      test(`IO-02 a running export shows its progress, and the user can stop it, at ${width}${dark ? ', dark' : ''}`, async () => {
        await saveFile(env.app, ada, toAudio(30_000_000), { name: 'Long.mp3' })
        const { url } = await ada.call(exportLibrary, {})
        const [response] = (await once(httpGet(env.app.origin + url), 'response')) as [IncomingMessage]
        const page = await env.open(ada, '/dashboard', { width, dark })
        const dialog = await openExport(page)
        await dialog.getByText('0 of 1 file').waitFor()
        await expectAccessible(page)
        await saveScreenshot(page, `export-everything-running-${width}${dark ? '-dark' : ''}`)
        await dialog.getByRole('button', { name: 'Stop' }).click()
        await dialog.getByText('The export was stopped').waitFor()
        await dialog.getByText('You can export it again now.').waitFor()
        await expect.poll(() => env.app.services.exports.counts().running).toBe(0)
        response.destroy()
      })
  })
})
