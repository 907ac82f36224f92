import { favouriteCollection, updateCollection } from '@nestmark/contract/collections'
import { favouriteLink, saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { logout } from '@nestmark/contract/session'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { bookmarkFile } from '../../apps/server/src/test/resilience/bookmarkFile.testing.ts'
import { visitor } from '../../apps/server/src/test/resilience/visitor.testing.ts'
import { type Person, signIn } from '../../apps/server/src/test/support/people.ts'
import { findCard, openLinkForm } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { useEnvironment, waitForIdle, waitForResponse } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const note = (name: string, parent?: string) => ({ name, desc: 'Words', category: 4, parent })
/** Waits until the window receives live updates and is idle, so that only later changes cause requests. */
async function waitForStream(page: Page): Promise<void> {
  await page.getByText('Recent links').waitFor()
  await waitForResponse(page, /^\/api\/events$/)
  await waitForIdle(page)
}
/**
 * Records the changes that a window receives. The tab with the stream forwards them to the others on this channel.
 * @returns a function that returns their number
 */
async function recordChanges(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const received: unknown[] = []
    const channel = new BroadcastChannel('nestmark-events')
    channel.addEventListener('message', ({ data }) => data.kind === 'changed' && received.push(data))
    Object.assign(window, { channel, received })
  })
  return () => page.evaluate(() => (window as unknown as { received: unknown[] }).received.length)
}
/** Returns the set of tabs with an event stream, which is updated continuously. */
function openStreams(context: BrowserContext): ReadonlySet<Page> {
  const open = new Set<Page>()
  const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events'
  const end = (request: Request) => isStream(request) && open.delete(request.frame().page())
  context.on('request', request => {
    if (!isStream(request)) return
    const tab = request.frame().page()
    open.add(tab)
    tab.on('close', () => open.delete(tab))
  })
  context.on('requestfailed', end)
  context.on('requestfinished', end)
  return open
}
function countCalls(context: BrowserContext, path: string) {
  const calls: string[] = []
  context.on('request', request => {
    if (new URL(request.url()).pathname === `/api/${path}`) calls.push(request.url())
  })
  return calls
}

test('FRESH a change in one window updates lists and counts in another', async () => {
  const collection = await addCollection(ada, 'Archive')
  const first = await env.open(ada, '/dashboard')
  const second = await env.open(ada, `/dashboard`, { width: 390, height: 844 })
  await Promise.all([waitForStream(first), waitForStream(second)])

  const dialog = await openLinkForm(first)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Written here')
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('example.org/written')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await first.getByText('Link was added successfully').waitFor()
  await findCard(second, 'Written here').waitFor()

  // A program's request has no window id.
  const link = await ada.call(saveLink, note('By a program', collection))
  await Promise.all([findCard(first, 'By a program').waitFor(), findCard(second, 'By a program').waitFor()])
  await first.getByRole('treeitem', { name: /Archive.*1/ }).waitFor()
  await ada.call(updateLink, { link_id: link._id, name: 'Renamed by it' })
  await findCard(second, 'Renamed by it').waitFor()
  await ada.call(updateCollection, { folder_id: collection, name: 'Bookcase' })
  await first.getByRole('treeitem', { name: /Bookcase.*1/ }).waitFor()
  await ada.call(favouriteLink, { link_id: link._id, is_fav: 1 })
  await ada.call(favouriteCollection, { folder_id: collection, is_fav: 1 })
  await ada.call(trashLinks, { linkIdArr: [link._id] })
  await findCard(first, 'Renamed by it').waitFor({ state: 'detached' })
  await first.getByRole('treeitem', { name: /Bookcase(?!.*1)/ }).waitFor()
})

test('FRESH the window of an unrelated user makes no request', async () => {
  const rosa = await env.signIn('rosa')
  const page = await env.open(rosa, '/dashboard')
  await waitForStream(page)
  const calls = countCalls(page.context(), 'dashboard-links')
  await ada.call(saveLink, note('Not hers'))
  // Events arrive in order: with the second one, the first would have arrived.
  await rosa.call(saveLink, note('Hers'))
  await findCard(page, 'Hers').waitFor()
  await waitForIdle(page)
  expect(calls).toHaveLength(1)
})

test('FRESH the page shows links during an import, and the final counts at its end', async () => {
  const page = await env.open(ada, '/dashboard')
  await waitForStream(page)
  const client = visitor(env.app.origin, ada.token)
  const job = await client.importFile(bookmarkFile(4000).html)
  await page.getByRole('article').first().waitFor()
  await client.jobEnd(job)
  await page.getByText('4,000').first().waitFor()
})

test('FRESH ten tabs of a browser share one stream, and another tab takes over when its tab closes', async () => {
  const first = await env.open(ada, '/dashboard')
  const context = first.context()
  const streams = openStreams(context)
  await first.reload()
  await waitForStream(first)
  const tabs = [first]
  for (let n = 1; n < 10; n++) tabs.push(await context.newPage())
  for (const tab of tabs.slice(1)) {
    await tab.goto('/dashboard')
    await tab.getByText('Recent links').waitFor()
  }
  await ada.call(saveLink, note('For every tab'))
  await Promise.all(tabs.map(tab => findCard(tab, 'For every tab').waitFor()))
  // A slow tab may have lost its stream to another tab. In the end one tab has a stream.
  await expect.poll(() => streams.size).toBe(1)

  const [holder] = streams
  await holder!.close()
  tabs.splice(tabs.indexOf(holder!), 1)
  await expect.poll(() => [...streams].filter(tab => tab !== holder).length).toBe(1)
  await ada.call(saveLink, note('After the first tab closed'))
  await Promise.all(tabs.map(tab => findCard(tab, 'After the first tab closed').waitFor()))
  await expect.poll(() => streams.size).toBe(1)
})

test('FRESH the page refetches once after its own change, and once after a program’s change', async () => {
  const link = await ada.call(saveLink, note('Counted'))
  const page = await env.open(ada, '/dashboard', { clock: true })
  await waitForStream(page)
  await findCard(page, 'Counted').waitFor()
  const received = await recordChanges(page)
  const calls = countCalls(page.context(), 'dashboard-links')
  const press = async (label: RegExp) => {
    await findCard(page, 'Counted').hover()
    await findCard(page, 'Counted').getByRole('button', { name: label }).first().click()
  }
  /** Waits until the page has received a number of changes and has handled them. */
  const countCallsAfter = async (changes: number) => {
    await expect.poll(received).toBe(changes)
    await page.clock.runFor(5000)
    await waitForIdle(page)
    return calls.length
  }
  await press(/favourite/i)
  expect(await countCallsAfter(1)).toBe(1)
  await ada.call(favouriteLink, { link_id: link._id, is_fav: 0 })
  expect(await countCallsAfter(2)).toBe(2)
})

test('FRESH the page shows missed changes when it is online again', async () => {
  const page = await env.open(ada, '/dashboard')
  await waitForStream(page)
  await page.context().setOffline(true)
  await page.getByText('You are offline.').first().waitFor()
  await ada.call(saveLink, note('Missed'))
  await page.context().setOffline(false)
  await findCard(page, 'Missed').waitFor()
  await ada.call(saveLink, note('Received again'))
  await findCard(page, 'Received again').waitFor()
})

test('FRESH T03 a session that another device ends shows the expiry immediately', async () => {
  const page = await env.open(ada, '/dashboard')
  await waitForStream(page)
  await ada.call(logout, {})
  await page.getByText('Token Expired. Please Login Again.').waitFor()
})

test('FRESH another user who signs in to the same browser receives their own updates', async () => {
  const rosa = await signIn(env.app, 'rosa')
  const page = await env.open(null, '/terms')
  await page.evaluate(token => localStorage.setItem('token', token), ada.token)
  await page.goto('/dashboard')
  await waitForStream(page)
  await page.evaluate(token => localStorage.setItem('token', token), rosa.token)
  await page.goto('/dashboard')
  await waitForStream(page)
  await rosa.call(saveLink, note('Hers'))
  await findCard(page, 'Hers').waitFor()
})
