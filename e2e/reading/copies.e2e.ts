import { getCopy, archivePage, updateKeepCopies } from '@nestmark/contract/reading/copies'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { getUserData } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type TestServer } from '../../apps/server/src/fetching/testing/web.testing.ts'
import { linksFilled } from '../../apps/server/src/test/support/jobs.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { findMenu, press } from '../support/menuCheck.ts'
import { chooseOption } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
  viewports,
} from '../support/testEnvironment.ts'

let site: TestServer
let env: TestEnvironment
let ada: Person
/** True when pages under /slow get no answer; before they are errors, so that their links are filled quickly. */
let isSilent = false
const deletedPages = new Set<string>()
const changed = new Set<string>()
beforeAll(async () => {
  site = await serve((request, response) => {
    const url = request.url ?? ''
    const isSlow = url.startsWith('/slow')
    if (isSlow && isSilent) return
    response
      .writeHead(url === '/robots.txt' || isSlow || deletedPages.has(url) ? 404 : 200, {
        'content-type': 'text/html',
      })
      .end(
        `<title>Sod</title><article>${`<p>${`Page ${url} of ${changed.has(url) ? 'turf' : 'sod'}. `.repeat(30)}</p>`.repeat(5)}</article>`,
      )
  })
  env = await startEnvironment({ copies: 'full', fetchAllowPrivate: [site.hostPort] })
  ada = await env.signIn('ada', 2)
})
afterAll(async () => {
  await env.close()
  await site.close()
})

async function saveWithoutCopy(name: string, path: string, parent: string): Promise<string> {
  await ada.call(updateKeepCopies, { keep_copies: 'never' })
  const { _id } = await ada.call(saveLink, { name, category: 3, link: site.origin + path, parent })
  // Then the choice of the moment has been read.
  await linksFilled(env.app)
  await ada.call(updateKeepCopies, { keep_copies: 'full' })
  return _id
}
const read = (link_id: string) => ada.call(getCopy, { link_id })

test.each(viewports)(
  'a link shows the state of its copy, keeps one, and deletes it (%i px, dark: %s)',
  async (width, dark) => {
    const path = `/page-${width}-${dark}`
    const houses = await addCollection(ada, `Houses ${width} ${dark}`)
    const id = await saveWithoutCopy('Sod', path, houses)
    const page = await env.open(ada, `/l/${id}`, { width, dark })
    const status = page.getByRole('region', { name: 'Copy of the page' })
    await status.getByText('No copy yet').waitFor()
    await press(page, status.getByRole('button', { name: 'Keep a copy' }))
    await status.getByText(/^Copy of \w+ \d+, \d+$/).waitFor()
    await status.getByRole('link', { name: 'Read' }).waitFor()
    await status.scrollIntoViewIfNeeded()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `copy-stored-${width}-${dark ? 'dark' : 'light'}`)
    // The reader closes to the page from which it was opened.
    await press(page, status.getByRole('link', { name: 'Read' }))
    await page.getByRole('article').getByText('of sod').first().waitFor()
    await press(page, page.getByRole('button', { name: 'Close', exact: true }))
    await page.waitForURL(`**/l/${id}`)

    // The page is deleted: the copy stays, and the page shows this without a reload.
    deletedPages.add(path)
    await ada.call(archivePage, { link_id: id })
    await status.getByText('This page is gone').waitFor()
    await saveScreenshot(page, `copy-deleted-${width}-${dark ? 'dark' : 'light'}`)

    const actions = status.getByRole('button', { name: 'Actions for the copy' })
    await press(page, actions)
    await saveScreenshot(page, `copy-menu-${width}-${dark ? 'dark' : 'light'}`)
    await press(page, findMenu(page).getByText('Delete copy'))
    const question = page.getByRole('dialog', { name: 'Delete this copy?' })
    await press(page, question.getByRole('button', { name: 'Delete copy' }))
    await status.getByText('No copy yet').waitFor()
    expect((await read(id)).versions).toEqual([])
    await saveScreenshot(page, `copy-deleted-${width}-${dark ? 'dark' : 'light'}`)
    await press(page, page.getByRole('button', { name: 'Undo' }))
    await page.getByText('Copy restored').waitFor()
    await status.getByText('This page is gone').waitFor()
    expect((await read(id)).versions).toHaveLength(1)
    await press(page, actions)
    await press(page, findMenu(page).getByText('Delete copy'))
    await press(page, question.getByRole('button', { name: 'Delete copy' }))
    await status.getByText('No copy yet').waitFor()
    // A copy that fails has a reason.
    await press(page, status.getByRole('button', { name: 'Keep a copy' }))
    await status.getByText('No copy: the page is gone').waitFor()
    await saveScreenshot(page, `copy-failed-${width}-${dark ? 'dark' : 'light'}`)
    deletedPages.delete(path)
    await press(page, status.getByRole('button', { name: 'Try again' }))
    await status.getByText(/^Copy of/).waitFor()
    // The choice for this link.
    await press(page, actions)
    await press(page, findMenu(page).getByText('Nothing'))
    await expect.poll(async () => (await read(id)).keep).toBe('never')
  },
)

test.each([1440, 390])('the user deletes one version of a page in the reader, at %i px', async width => {
  const path = `/versions-${width}`
  const { _id: id } = await ada.call(saveLink, { name: 'Versions', category: 3, link: site.origin + path })
  const count = async () => (await read(id)).versions.length
  await expect.poll(count).toBe(1)
  changed.add(path)
  await ada.call(archivePage, { link_id: id })
  await expect.poll(count).toBe(2)
  const page = await env.open(ada, `/l/${id}/read`, { width })
  await page
    .getByText(/of turf/)
    .first()
    .waitFor()
  // The newest version is what the page says, so there is no line about it.
  const versions = page.getByRole('button', { name: 'Versions' })
  expect(await versions.count()).toBe(0)
  await press(page, page.getByRole('button', { name: 'More actions' }))
  await saveScreenshot(page, `copy-menu-${width}`)
  await findMenu(page).getByRole('menuitemradio').nth(1).click()
  await page
    .getByText(/of sod/)
    .first()
    .waitFor()
  // The phone has them in its menu, and no box.
  await page.getByText(/^Copy of .*page has changed/).waitFor()
  const phone = width === 390
  if (phone) expect(await versions.count()).toBe(0)
  await press(page, phone ? page.getByRole('button', { name: 'More actions' }) : versions)
  await saveScreenshot(page, `copy-versions-${width}`)
  await findMenu(page).getByText('Delete this version').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete this version' }).click()
  await page
    .getByText(/of turf/)
    .first()
    .waitFor()
  await versions.waitFor({ state: 'detached' })
  expect(await count()).toBe(1)
  if (phone) await press(page, page.getByRole('button', { name: 'Undo' }))
  else await page.keyboard.press('Control+z')
  await page.getByText('Copy restored').waitFor()
  expect(await count()).toBe(2)
})

test('the panel next to a list shows the copy too', async () => {
  const houses = await addCollection(ada, 'Beside')
  const id = await saveWithoutCopy('Sod', '/peek', houses)
  const page = await env.open(ada, `/c/${houses}`)
  await page.locator(`[data-main][href="/l/${id}"]`).focus()
  await page.keyboard.press('Space')
  const panel = page.getByRole('complementary', { name: 'Preview of the link' })
  await panel.getByRole('button', { name: 'Keep a copy' }).click()
  await panel.getByRole('link', { name: 'Read' }).waitFor()
  await saveScreenshot(page, 'copy-peek')
})

test('the copies of pages have a setting', async () => {
  const page = await env.open(ada, '/settings?tab=customize', { width: 390 })
  const setting = page.getByRole('radiogroup', { name: 'Keep a copy of pages' })
  await press(page, setting.getByRole('radio', { name: 'Text and pictures' }))
  await expect.poll(async () => (await ada.call(getUserData, {})).keep_copies).toBe('reader')
  await expectNoHorizontalScroll(page)
  await saveScreenshot(page, 'copy-setting')
  await press(page, setting.getByRole('radio', { name: 'Whole page' }))
  await expect.poll(async () => (await ada.call(getUserData, {})).keep_copies).toBe('full')
})

test('the form of a new link chooses the copy setting of its page', async () => {
  const page = await env.open(ada, `/add-link/?type=3&url=${site.origin}/form`, { width: 390 })
  const choice = page.getByLabel('Copy of the page')
  await chooseOption(choice, 'Nothing')
  await saveScreenshot(page, 'copy-form')
  await expectNoHorizontalScroll(page)
  await page.getByLabel('Title', { exact: true }).fill('Form')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const saved = async () => {
    const { links } = await ada.call(listDashboardLinks, {})
    return links.find(link => link.name === 'Form')?._id
  }
  await expect.poll(saved).toBeDefined()
  expect(await read((await saved())!)).toMatchObject({ keep: 'never', keeps: 'never' })
})

test('archives the pages of a collection with progress, until Stop', async () => {
  isSilent = false
  const houses = await addCollection(ada, 'All')
  const first = await saveWithoutCopy('First', '/first', houses)
  const slow = await saveWithoutCopy('Slow', '/slow', houses)
  const last = await saveWithoutCopy('Last', '/last', houses)
  isSilent = true
  const page = await env.open(ada, `/c/${houses}`)
  await press(page, page.getByRole('button', { name: 'Actions for All' }).first())
  await press(page, findMenu(page).getByText('Keep copies of all pages'))
  const running = page.getByRole('region', { name: 'In the background' })
  await running.getByText('33%').waitFor()
  expect((await read(first)).state).toBe('kept')
  await saveScreenshot(page, 'copy-collection')
  // A reload does not lose it.
  await page.reload()
  await press(page, running.getByRole('button', { name: 'Stop' }))
  // Its site has not answered, and the job does not wait for it.
  await page.getByText('Stopped. 1 done.').waitFor()
  await running.waitFor({ state: 'detached' })
  await saveScreenshot(page, 'copy-collection-stopped')
  for (const { state } of [await read(slow), await read(last)]) expect(state).toBe('none')
  // Then it can be started again.
  await press(page, page.getByRole('button', { name: 'Actions for All' }).first())
  await press(page, findMenu(page).getByText('Keep copies of all pages'))
  await running.getByText('Keeping the pages of 3 links').waitFor()
  await running.getByText('33%').waitFor()
  await press(page, running.getByRole('button', { name: 'Stop' }))
  await page.getByText('Stopped. 0 done.').waitFor()
})

test('LINK-09 without a browser on the server, the menus of link and copy say that there are no PDFs', async () => {
  const eva = await env.signIn('eva', 2)
  const { _id: id } = await eva.call(saveLink, { name: 'Lost', category: 3, link: `${site.origin}/eva` })
  const page = await env.open(eva, `/l/${id}`)
  await page.getByRole('button', { name: 'Actions for the copy' }).click()
  const entry = findMenu(page).getByRole('menuitem', {
    name: 'No PDF or screenshot: not available on this server',
  })
  expect(await entry.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Lost' }).click()
  await findMenu(page).getByRole('menuitem', { name: 'No PDF: not available on this server' }).waitFor()
})

test('the page does not show a failure to keep the pages of a collection as a success', async () => {
  const eva = await env.signIn('eva', 2)
  deletedPages.add('/none')
  const lost = await addCollection(eva, 'Lost pages')
  await eva.call(saveLink, { name: 'Lost', category: 3, link: `${site.origin}/none`, parent: lost })
  const page = await env.open(eva, `/c/${lost}`)
  await page.getByRole('button', { name: 'Actions for Lost pages' }).first().click()
  await findMenu(page).getByText('Keep copies of all pages').click()
  await page.getByRole('alert').filter({ hasText: 'No copies could be kept' }).waitFor()
})
