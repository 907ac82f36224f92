import { readFileSync } from 'node:fs'
import { getFolderChain } from '@nestmark/contract/collections'
import { dashboardLinks, saveLink } from '@nestmark/contract/links'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fillLibrary } from '../apps/server/src/test/support/library.ts'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { expectAccessible, startEnvironment, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
beforeAll(async () => {
  env = await startEnvironment()
})
beforeEach(async () => {
  ada = await env.signIn('ada')
})
afterAll(() => env.close())

const fileOf = (rows: string) => ({
  name: 'bookmarks.html',
  mimeType: 'text/html',
  buffer: Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${rows}\n</DL><p>`),
})
const rowsOf = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, n) => `<DT><A HREF="https://example.org/${from + n}">Number ${from + n}</A>`,
  ).join('\n')

async function openMenu(page: Page, item: 'Import' | 'Export') {
  await page.getByText('Recent links').waitFor()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  return page.getByRole('dialog')
}

describe('IO in and out', () => {
  test('IO-01 I06 a bookmark file is imported with its progress and its report, and the page shows it', async () => {
    const page = await env.open(ada, '/dashboard')
    const dialog = await openMenu(page, 'Import')
    await dialog.locator('input[type=file]').setInputFiles(
      fileOf(`<DT><H3>Kitchen</H3><DL><p><DT><A HREF="https://example.org/bread">Bread</A>
        <DT><A HREF="javascript:alert(1)">Bookmarklet</A></DL><p>`),
    )
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Bookmarks were imported successfully').first().waitFor()
    await dialog.getByText('A javascript: address is not kept').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('tree').getByText('Kitchen').waitFor()
    await page.getByRole('article').filter({ hasText: 'Bread' }).first().waitFor()
  })

  test('IO-01 an import goes on behind a closed dialog and a reload, and can be stopped', async () => {
    const page = await env.open(ada, '/dashboard')
    const dialog = await openMenu(page, 'Import')
    await dialog.locator('input[type=file]').setInputFiles(fileOf(rowsOf(0, 60_000)))
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByRole('button', { name: 'Go on in the background' }).click()
    await page.getByText('Importing').first().waitFor()
    await page.reload()
    await page.getByText('Importing').first().waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click()
    await page.getByText('The import was stopped').first().waitFor()
    const kept = (await ada.call(dashboardLinks, {})).total
    expect(kept).toBeLessThan(60_000)
  })

  test('IO-03 what is no bookmark file is refused in words', async () => {
    const page = await env.open(ada, '/dashboard')
    const dialog = await openMenu(page, 'Import')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'photo.html', mimeType: 'text/html', buffer: Buffer.from('<p>Hello</p>') })
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('This is not a bookmark file. Browsers export one as HTML.').waitFor()
    expect((await ada.call(getFolderChain, {})).children).toHaveLength(1)
  })

  test('IO-02 I08 the export is a file, and once in five minutes', async () => {
    await ada.call(saveLink, { name: 'Carried along', link: 'https://example.org', category: 3 })
    const page = await env.open(ada, '/dashboard')
    const dialog = await openMenu(page, 'Export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe('nestmark.html')
    expect(readFileSync((await download.path())!, 'utf8')).toContain('Carried along')
    if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
    const again = await openMenu(page, 'Export')
    await again.getByRole('button', { name: 'Export', exact: true }).click()
    await page
      .getByText(/You recently exported your personal data/)
      .first()
      .waitFor()
  })

  describe('an export over a slow connection', () => {
    /** Opens the dialog and begins to export more megabytes than the buffers between server and page hold. */
    async function begin() {
      const page = await env.open(ada, '/dashboard')
      const dialog = await openMenu(page, 'Export')
      const network = await page.context().newCDPSession(page)
      await network.send('Network.enable')
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: 200_000,
        uploadThroughput: -1,
      })
      const begun = page.waitForResponse(/export-bookmarks/)
      await dialog.getByRole('button', { name: 'Export', exact: true }).click()
      await begun
      await dialog.getByText('Writing your file').waitFor()
      return { page, dialog }
    }
    beforeEach(() =>
      fillLibrary(env.app.services.db, ada, { links: 40_000, collections: 20, tags: 10 }, ada.id),
    )

    test('IO-02 Cancel stops it, and no file comes later', async () => {
      const { page, dialog } = await begin()
      const stopped = page.waitForEvent('requestfailed', request => request.url().includes('export'))
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await stopped
      await page.getByText('The export was stopped').first().waitFor()
    })

    test('IO-02 a connection that is lost on the way is said in words', async () => {
      const { dialog } = await begin()
      env.app.server.server.closeAllConnections()
      await dialog.getByText('The connection was cut off before the file was complete.').waitFor()
      expect(await dialog.getByRole('button', { name: 'Export', exact: true }).isEnabled()).toBe(true)
    })
  })
})
