import { listDashboardLinks } from '@nestmark/contract/links/links'
import { beforeEach, describe, expect, test } from 'vitest'
import { fillLibrary } from '../../apps/server/src/test/support/library.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { createBookmarkFile, createRows, openExport, openImport } from './importFixture.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

describe('IO import and export', () => {
  test('IO-01 an import continues on other pages and after a reload, and Stop stops it', async () => {
    const page = await env.open(ada, '/dashboard')
    await openImport(page)
    await page.locator('input[type=file]').setInputFiles(createBookmarkFile(createRows(0, 60_000)))
    await page.getByRole('button', { name: 'Import 60,000 links' }).click({ timeout: 50_000 })
    await page.getByRole('link', { name: 'Tags' }).first().click()
    await page.getByText('Reading').first().waitFor()
    await page.reload()
    await page.getByText('Reading').first().waitFor()
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Stop' }).click()
    await page.getByText('The import was stopped').first().waitFor()
    const imported = (await ada.call(listDashboardLinks, {})).total
    expect(imported).toBeLessThan(60_000)
  })

  describe('an export over a slow connection', () => {
    /** Starts an export that is larger than the network buffers between server and page. */
    async function startSlowExport() {
      const page = await env.open(ada, '/dashboard')
      const dialog = await openExport(page)
      const network = await page.context().newCDPSession(page)
      await network.send('Network.enable')
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: 200_000,
        uploadThroughput: -1,
      })
      const responseStarted = page.waitForResponse(/export-bookmarks/)
      await dialog.getByRole('button', { name: 'Export', exact: true }).click()
      await responseStarted
      await dialog.getByText('Creating your file').waitFor()
      return { page, dialog }
    }
    beforeEach(() =>
      fillLibrary(env.app.services.db, ada, { links: 40_000, collections: 20, tags: 10 }, ada.id),
    )

    test('IO-02 Cancel stops the export and its request', async () => {
      const { page, dialog } = await startSlowExport()
      const stopped = page.waitForEvent('requestfailed', request => request.url().includes('export'))
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await stopped
      await page.getByText('The export was stopped').first().waitFor()
    })

    test('IO-02 the dialog reports a lost connection', async () => {
      const { dialog } = await startSlowExport()
      env.app.server.server.closeAllConnections()
      await dialog.getByText('The connection was cut off before the file was complete.').waitFor()
      expect(await dialog.getByRole('button', { name: 'Export', exact: true }).isEnabled()).toBe(true)
    })
  })
})
