import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { getUserData } from '@nestmark/contract/session'
import { expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()

/** Creates a user to whom the first steps are shown, as after a sign-up. */
async function signUp(more: readonly string[] = []): Promise<Person> {
  const lena = await env.signIn('lena')
  const announcements = JSON.stringify(['first-run', 'first-run-import', 'first-run-browse', ...more])
  await env.app.services.db.write(tx =>
    tx.updateTable('people').set({ announcements }).where('id', '=', lena.id).execute(),
  )
  return lena
}
const longName = 'Wolfeschlegelsteinhausenbergerdorff von und zu Hohenstein'
const bookmarks = {
  name: 'bookmarks.html',
  mimeType: 'text/html',
  buffer: Buffer.from(
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Trains</H3><DL><p><DT><A HREF="https://trains.example/">Trains</A></DL><p></DL>',
  ),
}

test.each([
  [1440, false],
  [390, true],
] as const)(
  'a new user saves a link, imports bookmarks and saves from another page; %i px, dark: %s',
  async (width, dark) => {
    const lena = await signUp()
    const page = await env.open(lena, '/dashboard', { width, dark, height: 900 })
    const panel = page.getByRole('region', { name: /^Welcome, lena\./ })
    await panel.getByText('0 of 3 done').waitFor()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `first-run-${width}`, true)

    const field = panel.getByRole('textbox', { name: 'Paste a link' })
    await field.fill('not an address')
    await field.press('Enter')
    await panel.getByText('This is not a link. Save it as a note?').waitFor()
    await panel.getByRole('button', { name: 'Save as note' }).click()
    const saved = panel.getByRole('status').filter({ hasText: 'Saved in Dashboard' })
    await saved.getByRole('link', { name: 'not an address' }).waitFor()
    expect((await lena.call(listDashboardLinks, {})).links).toMatchObject([
      { name: 'not an address', desc: 'not an address', category: 4 },
    ])
    await saved.getByRole('button', { name: 'Undo' }).click()
    await saved.waitFor({ state: 'detached' })
    await expect.poll(async () => (await lena.call(listDashboardLinks, {})).total).toBe(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
      .toMatch(/^Paste (a|another) link$/)
    const pasted = panel.getByRole('textbox', { name: /^Paste (a|another) link$/ })
    await pasted.fill('night-trains.example/europe')
    await pasted.press('Enter')
    await panel.getByText('1 of 3 done').waitFor()
    await saved.getByRole('link', { name: /night-trains/ }).waitFor()
    expect(await page.getByText('Link was added successfully').count()).toBe(0)
    const { links } = await lena.call(listDashboardLinks, {})
    expect(links.map(link => link.link)).toEqual(['http://night-trains.example/europe'])

    await panel.locator('input[type=file]').setInputFiles(bookmarks)
    await page.getByRole('button', { name: 'Import 1 link' }).click()
    await page.getByText('Bookmarks were imported successfully').waitFor()
    await page.goBack()
    await panel.getByText('2 of 3 done').waitFor()
    await panel.getByRole('link', { name: 'Show the report' }).waitFor()
    expect((await lena.call(getUserData, {})).announcements).toEqual(['first-run', 'first-run-browse'])
    await expectAccessible(page)
    await saveScreenshot(page, `first-run-${width}-two`, true)

    const other = await env.open(lena, '/add-link/?type=3&data=https://bread.example/&title=Bread', { width })
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await other.getByText('Link was added successfully').waitFor()
    // The open dashboard is updated, and the panel does not appear again.
    await expect.poll(async () => (await lena.call(getUserData, {})).announcements).toEqual(['first-run'])
    await page.reload()
    await page.getByText('Recent links').waitFor()
    expect(await panel.count()).toBe(0)
  },
)

test('the user can hide the steps, on every device, and Help shows them again', async () => {
  const lena = await signUp()
  const page = await env.open(lena, '/dashboard')
  const hide = page.getByRole('button', { name: 'Hide these steps' })
  const isListed = async () => (await lena.call(getUserData, {})).announcements.join(' ')
  // The steps replace the summary, which appears when they are hidden.
  const summary = page.getByRole('navigation', { name: 'Links by category' })
  await hide.waitFor()
  expect(await summary.count()).toBe(0)
  const hideAndReload = async () => {
    await hide.click()
    await hide.waitFor({ state: 'detached' })
    await summary.waitFor()
    await page.getByText('Help shows them again').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await expect.poll(isListed).not.toMatch(/first-run( |$)|again/)
    await page.reload()
    await page.getByText('Recent links').waitFor()
    expect(await hide.count()).toBe(0)
  }
  await hideAndReload()
  await page.goto(new URL('/tags', page.url()).href)
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await page.getByRole('menuitem', { name: 'First steps' }).click()
  await page.getByText('0 of 3 done').waitFor()
  await expect.poll(isListed).toMatch(/first-run-again/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Welcome, lena/)
  await saveScreenshot(page, 'first-run-again')
  await hideAndReload()
})

test('the user removes samples one by one or together, and saves them', async () => {
  const phone = { width: 390, dark: true }
  const samples = ['sample-article', 'sample-picture', 'sample-video', 'sample-audio']
  const lena = await signUp(samples)
  const page = await env.open(lena, '/dashboard', phone)
  const list = page.getByRole('listitem').filter({ hasText: 'Sample' })
  await expect.poll(() => list.count()).toBe(4)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await saveScreenshot(page, 'samples', true)
  await page.getByRole('button', { name: 'Remove Big Buck Bunny' }).click()
  await expect.poll(() => list.count()).toBe(3)
  const readAnnouncements = async () => (await lena.call(getUserData, {})).announcements
  await expect.poll(readAnnouncements).not.toContain('sample-video')
  expect((await lena.call(listDashboardLinks, {})).total).toBe(0)
  await page.getByRole('button', { name: 'Remove samples' }).click()
  await expect.poll(() => list.count()).toBe(0)
  await expect
    .poll(async () => (await readAnnouncements()).filter(each => samples.includes(each)))
    .toEqual([])

  const mia = await signUp(samples)
  const other = await env.open(mia, '/dashboard', phone)
  await other.getByRole('button', { name: 'Save Social bookmarking' }).click()
  await expect
    .poll(async () => (await mia.call(listDashboardLinks, {})).links.map(link => link.link))
    .toEqual(['https://en.wikipedia.org/wiki/Social_bookmarking'])
  // With a link in the library, no samples are shown.
  await expect.poll(() => other.getByRole('listitem').filter({ hasText: 'Sample' }).count()).toBe(0)
})

test('a long name fits into the greeting, and the phone shows no drop zone for a file', async () => {
  const lena = await signUp()
  await env.app.services.db.write(tx =>
    tx.updateTable('user').set({ name: longName }).where('id', '=', lena.id).execute(),
  )
  const page = await env.open(lena, '/dashboard', { width: 390 })
  const title = page.getByRole('heading', { name: /^Welcome, Wolfeschlegelsteinhausen….? Start/ })
  await title.waitFor()
  await page.getByText('Choose a bookmark file').waitFor()
  expect(await page.getByText('Drop a bookmark file here').count()).toBe(0)
  await saveScreenshot(page, 'first-run-long-name')
})

interface FirstVisit {
  /** The scripts that were requested when the links and the first steps were on the page. */
  scripts?: string[]
}

/** Runs in the page. */
function noteScripts(): void {
  const observer = new MutationObserver(() => {
    const main = document.querySelector('main')
    if (!main?.querySelector('[data-main][href^="/l/"]') || !main.querySelector('ol')) return
    observer.disconnect()
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const loading = [...document.querySelectorAll('link')].map(({ href }) => href)
    const scripts = new Set([...loaded, ...loading].filter(name => name.endsWith('.js')))
    Object.assign(globalThis, { scripts: [...scripts].map(name => new URL(name).pathname) })
  })
  observer.observe(document, { childList: true, subtree: true })
}

test('the first visit of a new user needs eight scripts, and shows links before it loads others', async () => {
  const lena = await signUp()
  await lena.call(saveLink, { name: 'Trains', link: 'https://trains.example/', category: 3 })
  const page = await env.open(lena, '/testR', { fresh: true })
  await page.addInitScript(noteScripts)
  await page.goto('/dashboard')
  const noted = await page.waitForFunction(() => (globalThis as FirstVisit).scripts)
  const scripts = (await noted.jsonValue()) as string[]
  expect(scripts.length, scripts.join()).toBeLessThanOrEqual(8)
  expect(scripts.filter(path => /background|dialogs|signIn/i.test(path))).toEqual([])
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/background')),
  )
})
