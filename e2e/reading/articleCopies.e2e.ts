import { createCollection } from '@nestmark/contract/collections'
import { countExport } from '@nestmark/contract/transfer/linkExport'
import { saveLink } from '@nestmark/contract/links/links'
import { copyTexts } from '@nestmark/texts/reading/copies'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type TestServer } from '../../apps/server/src/fetching/testing/web.testing.ts'
import { linksFilled } from '../../apps/server/src/test/support/jobs.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { readOptions } from '../support/pageElements.ts'
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'

let env: TestEnvironment
let site: TestServer
let ada: Person
beforeAll(async () => {
  site = await serve((_request, response) => {
    const paragraph = `<p>${'The roof is made of sod. '.repeat(30)}</p>`
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Sod</title><article>${paragraph.repeat(5)}</article>`)
  })
  env = await startEnvironment({ copies: 'reader', fetchAllowPrivate: [site.hostPort] })
  ada = await env.signIn('ada', 2)
})
afterAll(async () => {
  await env.close()
  await site.close()
})

test('a server that stores only articles offers no copies of whole pages', async () => {
  const link = await ada.call(saveLink, {
    name: 'Sod',
    category: 3,
    link: `${site.origin}/sod`,
    parent: ada.rootId,
  })
  await linksFilled(env.app)
  const page = await env.open(ada, '/settings?tab=customize')
  const setting = page.getByRole('radiogroup', { name: copyTexts.setting })
  await setting.getByRole('radio').first().waitFor()
  expect(await setting.getByRole('radio').allTextContents()).toEqual([
    copyTexts.modes.reader,
    copyTexts.modes.never,
  ])
  expect(await setting.getByRole('radio', { name: copyTexts.modes.reader }).isChecked()).toBe(true)

  await page.goto(`/add-link/?type=3&url=${site.origin}/form`)
  // It names the setting once the account is read.
  const choice = page.getByRole('combobox', { name: copyTexts.ofNewLink })
  await choice.getByText(copyTexts.asInSettings('reader')).waitFor()
  expect(await readOptions(choice)).toEqual([
    copyTexts.asInSettings('reader'),
    copyTexts.modes.reader,
    copyTexts.modes.never,
  ])

  await page.goto(`/l/${link._id}`)
  await page.getByRole('button', { name: copyTexts.actions }).click()
  const menu = page.getByRole('menu')
  await menu.getByText(copyTexts.modes.reader, { exact: true }).waitFor()
  expect(await menu.getByText(copyTexts.modes.full).count()).toBe(0)
})

test('IO-02 the user exports the articles of a collection as a book, or reads them by the address of its catalogue', async () => {
  const { _id: parent } = await ada.call(createCollection, { name: 'Roofs' })
  await ada.call(saveLink, { name: 'Turf', category: 3, link: `${site.origin}/turf`, parent })
  await expect
    .poll(async () => (await ada.call(countExport, { folder_id: parent })).articles, { timeout: 15_000 })
    .toBe(1)
  const page = await env.open(ada, `/c/${parent}`, { width: 390 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Actions for Roofs' }).first().click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export “Roofs”' })
  await dialog.getByRole('radio', { name: 'Book', exact: true }).check()
  await dialog.getByText('1 article', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Copy OPDS address' }).click()
  await page.getByText('OPDS address copied').waitFor()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(address).pathname).toBe(`/c/${parent}/opds.xml`)
  const started = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await started).suggestedFilename()).toBe('Roofs.epub')
})
