import { readFileSync } from 'node:fs'
import { getCopy } from '@nestmark/contract/reading/copies'
import { saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type TestServer } from '../../apps/server/src/fetching/testing/web.testing.ts'
import { toMediaFile } from '../../apps/server/src/media/mediaProcesses.ts'
import { canUseSandbox } from '../../apps/server/src/test/support/browserSandbox.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { findMenu, press } from '../support/menuCheck.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.ts'

let site: TestServer
let env: TestEnvironment
let ada: Person
let houses: string
beforeAll(async () => {
  site = await serve((request, response) => {
    // A page that is never answered.
    if (request.url === '/slow') return
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Built of sod</h1>')
  })
  env = await startEnvironment({
    browser: { browser: 'auto', folder: null, sandbox: await canUseSandbox() },
    fetchAllowPrivate: [site.hostPort],
  })
  ada = await env.signIn('ada', 2)
  houses = await addCollection(ada, 'Turf houses')
  await ada.call(saveLink, { name: 'Sod', category: 3, link: `${site.origin}/`, parent: houses })
  await ada.call(saveLink, { name: 'Missing', category: 3, link: 'http://127.0.0.1:1/', parent: houses })
})
afterAll(async () => {
  await env.close()
  await site.close()
})

/** Chooses the entry of a menu, and returns the words of the file that the browser downloads. */
async function download(page: Page, menu: string): Promise<{ name: string; words: string }> {
  await press(page, page.getByRole('button', { name: menu }).first())
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText('Downloading PDF').waitFor(),
    press(page, findMenu(page).getByText('Download as pdf')),
  ])
  await page.getByText('Downloading PDF').waitFor({ state: 'detached' })
  const bytes = readFileSync(await file.path())
  const { found } = await env.app.services.media.run('document', toMediaFile(bytes))
  return { name: file.suggestedFilename(), words: (found.text ?? '').replace(/\s+/g, ' ').trim() }
}

test('LINK-09 the user downloads a collection and a link as PDF from their menus', async () => {
  const page = await env.open(ada, `/c/${houses}`)
  const listed = await download(page, 'Actions for Turf houses')
  expect(listed.name).toBe('Turf houses.pdf')
  expect(listed.words).toBe(`Turf houses Sod ${site.origin}/ Missing http://127.0.0.1:1/`)
  expect(await download(page, 'Actions for Sod')).toEqual({ name: '127.0.0.1.pdf', words: 'Built of sod' })

  // A page that cannot be reached shows an error.
  await press(page, page.getByRole('button', { name: 'Actions for Missing' }).first())
  await findMenu(page).getByText('Download as pdf').waitFor()
  await saveScreenshot(page, 'pdf-menu')
  await press(page, findMenu(page).getByText('Download as pdf'))
  await page.getByText('The page didn’t open. Please check its address.').waitFor()
})

test('LINK-09 the page stores a PDF and a screenshot with a link, shows them on its page and deletes them', async () => {
  const { _id: id } = await ada.call(saveLink, {
    name: 'Printed',
    category: 3,
    link: `${site.origin}/printed`,
  })
  const page = await env.open(ada, `/l/${id}`, { width: 390 })
  const section = page.getByRole('region', { name: 'Copy of the page' })
  const choose = async (entry: string) => {
    await press(page, section.getByRole('button', { name: 'Actions for the copy' }))
    await press(page, findMenu(page).getByText(entry, { exact: true }))
  }
  await choose('Keep as PDF')
  const pdf = section.getByRole('link', { name: /^PDF of/ })
  await pdf.waitFor()
  await choose('Keep a screenshot')
  const shot = section.getByRole('link', { name: /^Screenshot of/ })
  await shot.waitFor()
  await saveScreenshot(page, 'captures')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  const [file] = await Promise.all([page.waitForEvent('download'), press(page, pdf)])
  expect(file.suggestedFilename()).toBe('Printed.pdf')
  const [tab] = await Promise.all([page.waitForEvent('popup'), press(page, shot)])
  await expect.poll(() => tab.evaluate(() => document.contentType)).toBe('image/jpeg')
  await tab.close()

  await section.getByRole('button', { name: 'Actions for the copy' }).click()
  await findMenu(page).getByText('Keep a new PDF').waitFor()
  await page.keyboard.press('Escape')
  await press(page, section.getByRole('button', { name: 'Delete screenshot' }))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete screenshot' }))
  await shot.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement!.ariaLabel)).toBe('Delete PDF')
  expect((await ada.call(getCopy, { link_id: id })).captures.map(each => each.format)).toEqual(['pdf'])
})

test('LINK-09 a capture that fails shows the reason', async () => {
  // Calls for PDFs are limited per person.
  const eva = await env.signIn('eva', 2)
  const { _id: id } = await eva.call(saveLink, { name: 'Lost', category: 3, link: 'http://127.0.0.1:1/' })
  const page = await env.open(eva, `/l/${id}`)
  await page.getByRole('button', { name: 'Actions for the copy' }).click()
  await findMenu(page).getByText('Keep a screenshot').click()
  await page.getByText('The page didn’t open. Please check its address.').waitFor()
})

test('LINK-09 the free plan has no such entry, and the price page shows which plans have it', async () => {
  const free = await env.signIn('free')
  const own = await addCollection(free, 'Turf houses')
  await free.call(saveLink, { name: 'Sod', category: 3, link: `${site.origin}/`, parent: own })
  const page = await env.open(free, `/c/${own}`)
  for (const menu of ['Actions for Turf houses', 'Actions for Sod']) {
    await page.getByRole('button', { name: menu }).first().click()
    await findMenu(page).getByText('Edit').waitFor()
    expect(await findMenu(page).getByText('Download as pdf').count()).toBe(0)
    await page.keyboard.press('Escape')
  }
  await page.goto('/pricing')
  await page.getByRole('region', { name: 'Pro' }).getByText('Save as PDF').waitFor()
})
