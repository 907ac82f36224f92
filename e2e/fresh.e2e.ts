import { createFolder, favFolder, updateFolder } from '@nestmark/contract/collections'
import { favLink, saveLink, trashLinks, updateLink } from '@nestmark/contract/links'
import { logout } from '@nestmark/contract/session'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookmarkFile } from '../apps/server/src/faults/bookmarkFile.testing.ts'
import { visitor } from '../apps/server/src/faults/visitor.testing.ts'
import { type Person, signIn } from '../apps/server/src/testing/people.ts'
import { openWorld, type World } from './world.ts'

/** What the issue promises. */
const soon = { timeout: 2000 }

let world: World
let ada: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  ada = await world.person('ada', 2)
})
afterAll(() => world.close())

const note = (name: string, parent?: string) => ({ name, desc: 'Words', category: 4, parent })
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name }).first()
/** When the window listens, so that what follows is news to it. */
async function listening(page: Page): Promise<void> {
  await page.getByText('Recent links').waitFor()
  await expect.poll(() => page.evaluate(() => navigator.locks.query().then(q => q.held!.length))).toBe(1)
  await page.waitForTimeout(300)
}
function countCalls(context: BrowserContext, path: string) {
  const calls: string[] = []
  context.on('request', request => {
    if (new URL(request.url()).pathname === `/api/${path}`) calls.push(request.url())
  })
  return calls
}

test('FRESH what is done in one window shows in the other within two seconds, lists and counts', async () => {
  const place = await ada.call(createFolder, { name: 'Shelf' })
  const one = await world.open(ada, '/dashboard')
  const two = await world.open(ada, `/dashboard`, { width: 390, height: 844 })
  await Promise.all([listening(one), listening(two)])

  await one.keyboard.press('Control+l')
  await one.getByText('What would you like to save?').waitFor()
  await one.keyboard.press('3')
  const dialog = one.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Written here')
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('example.org/written')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await one.getByText('Link was added successfully').waitFor()
  await card(two, 'Written here').waitFor(soon)

  // A program, which names no window.
  const link = await ada.call(saveLink, note('By a program', place._id))
  await Promise.all([card(one, 'By a program').waitFor(soon), card(two, 'By a program').waitFor(soon)])
  await one.getByRole('treeitem', { name: /Shelf.*1/ }).waitFor(soon)
  await ada.call(updateLink, { link_id: link._id, name: 'Renamed by it' })
  await card(two, 'Renamed by it').waitFor(soon)
  await ada.call(updateFolder, { folder_id: place._id, name: 'Bookcase' })
  await one.getByRole('treeitem', { name: /Bookcase.*1/ }).waitFor(soon)
  await ada.call(favLink, { link_id: link._id, is_fav: 1 })
  await ada.call(favFolder, { folder_id: place._id, is_fav: 1 })
  await ada.call(trashLinks, { linkIdArr: [link._id] })
  await card(one, 'Renamed by it').waitFor({ state: 'detached', ...soon })
  await one.getByRole('treeitem', { name: /Bookcase(?!.*1)/ }).waitFor(soon)
})

test('FRESH a stranger’s window is not touched', async () => {
  const rosa = await world.person('rosa')
  const page = await world.open(rosa, '/dashboard')
  await listening(page)
  const calls = countCalls(page.context(), 'dashboard-links')
  await ada.call(saveLink, note('Not hers'))
  await page.waitForTimeout(1500)
  expect(calls).toEqual([])
})

test('FRESH an import shows while it goes on, and the counts at its end are those of the server', async () => {
  const page = await world.open(ada, '/dashboard')
  await listening(page)
  const own = visitor(world.app.origin, ada.token)
  const job = await own.importFile(bookmarkFile(4000).html)
  await page.getByRole('article').first().waitFor({ timeout: 10_000 })
  await own.jobEnd(job)
  await page.getByText('4,000').first().waitFor(soon)
})

test('FRESH ten tabs of a browser hold one stream between them, and when that one goes another takes over', async () => {
  const first = await world.open(ada, '/dashboard')
  const context = first.context()
  const streams = countCalls(context, 'events')
  await listening(first)
  // Its own may have been counted.
  streams.length = 0
  const tabs = [first]
  for (let n = 1; n < 10; n++) {
    const tab = await context.newPage()
    await tab.goto('/dashboard')
    await tab.getByText('Recent links').waitFor()
    tabs.push(tab)
  }
  await ada.call(saveLink, note('For every tab'))
  await Promise.all(tabs.map(tab => card(tab, 'For every tab').waitFor(soon)))
  expect(streams).toHaveLength(0)

  await first.close()
  await expect.poll(() => streams.length).toBe(1)
  await tabs[3]!.waitForTimeout(300)
  await ada.call(saveLink, note('After the first has gone'))
  await Promise.all(tabs.slice(1).map(tab => card(tab, 'After the first has gone').waitFor(soon)))
  expect(streams).toHaveLength(1)
})

test('FRESH one’s own deed is read once, and a program’s once too', async () => {
  const link = await ada.call(saveLink, note('Counted'))
  const page = await world.open(ada, '/dashboard')
  await listening(page)
  await card(page, 'Counted').waitFor()
  const calls = countCalls(page.context(), 'dashboard-links')
  const press = async (label: RegExp) => {
    await card(page, 'Counted').hover()
    await card(page, 'Counted').getByRole('button', { name: label }).first().click()
  }
  await press(/favourite/i)
  await page.waitForTimeout(1500)
  expect(calls).toHaveLength(1)
  await ada.call(favLink, { link_id: link._id, is_fav: 0 })
  await page.waitForTimeout(1500)
  expect(calls).toHaveLength(2)
})

test('FRESH what happened while the window was cut off is there when it is back', async () => {
  const page = await world.open(ada, '/dashboard')
  await listening(page)
  await page.context().setOffline(true)
  await ada.call(saveLink, note('Missed'))
  await page.waitForTimeout(500)
  await page.context().setOffline(false)
  await card(page, 'Missed').waitFor({ timeout: 5000 })
  await listening(page)
  await ada.call(saveLink, note('Heard again'))
  await card(page, 'Heard again').waitFor(soon)
})

test('FRESH T03 a session that is ended elsewhere ends here at once', async () => {
  const page = await world.open(ada, '/dashboard')
  await listening(page)
  await ada.call(logout, {})
  await page.getByText('Token Expired. Please Login Again.').waitFor({ timeout: 3000 })
})

test('FRESH another person who signs in to the same browser hears what is theirs', async () => {
  const rosa = await signIn(world.app, 'rosa')
  const page = await world.open(null, '/terms')
  await page.evaluate(token => localStorage.setItem('token', token), ada.token)
  await page.goto('/dashboard')
  await listening(page)
  await page.evaluate(token => localStorage.setItem('token', token), rosa.token)
  await page.goto('/dashboard')
  await listening(page)
  await rosa.call(saveLink, note('Hers'))
  await card(page, 'Hers').waitFor(soon)
})
