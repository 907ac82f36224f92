import { createCollection, favouriteCollection } from '@nestmark/contract/collections'
import { favouriteLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addDuplicates } from '../links/duplicatesFixture.ts'
import { addTurf } from '../highlights/highlightFixture.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let open: string
let link: string
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  open = (await ada.call(createCollection, { name: 'Turf roofs', desc: 'What keeps them dry' }))._id
  await ada.call(createCollection, { name: 'Inside', parent: open })
  // The dashboard has two rows of cards, and a search finds collections and links.
  for (let n = 0; n < 9; n++) await ada.call(createCollection, { name: `Pages about roofs ${n}` })
  await ada.call(setPermissions, { folder_id: open, read: 3, write: 0 })
  for (let n = 0; n < 12; n++) {
    const saved = await ada.call(saveLink, {
      name: `A page with a title of some length, number ${n}`,
      link: `https://example.org/${n}`,
      category: 3,
      parent: n % 2 === 0 ? open : undefined,
      tags: ['roof', 'water'],
    })
    link = saved._id
  }
  await addDuplicates(env, ada)
  await addTurf(ada)
  await ada.call(favouriteLink, { link_id: link, is_fav: 1 })
  await ada.call(favouriteCollection, { folder_id: open, is_fav: 1 })
  const trashed = await ada.call(saveLink, { name: 'Old', link: 'https://example.org/old', category: 3 })
  await ada.call(trashLinks, { linkIdArr: [trashed._id] })
})

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node }[]
}

/** Returns the layout shifts of a page since its load, without those that follow a press. */
async function findShifts(page: Page): Promise<{ value: number; moved: string[] }[]> {
  // A page that is not rendered yet has no shifts.
  await page.locator('main h1, main h2').first().waitFor()
  await waitForIdle(page)
  return page.evaluate(
    () =>
      new Promise(done => {
        const found: { value: number; moved: string[] }[] = []
        const observer = new PerformanceObserver(list => {
          for (const entry of list.getEntries() as LayoutShift[])
            if (!entry.hadRecentInput)
              found.push({
                value: entry.value,
                moved: entry.sources.map(({ node }) => (node?.textContent ?? '').slice(0, 60)),
              })
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are delivered in the next task.
        setTimeout(() => done(found), 50)
      }),
  )
}

/** Delays the responses of the API, so that they arrive one after another in changing orders. */
async function delayResponses(page: Page): Promise<void> {
  let calls = 0
  await page.context().route('**/api/**', async route => {
    const delay = [0, 240, 80, 160][calls++ % 4]!
    await new Promise(done => setTimeout(done, delay))
    await route.fallback().catch(() => undefined)
  })
}

const pages = () => [
  '/dashboard',
  '/collections',
  `/c/${open}`,
  `/l/${link}`,
  '/search/?q=page&type=link',
  '/search/?q=page',
  '/favourites',
  '/tags',
  '/shared',
  '/notifications',
  '/suggestions',
  '/highlights',
  '/tidy',
  '/duplicates',
  '/broken',
  '/trash',
  '/settings',
  '/settings/import',
  '/pricing',
]

test.each([1440, 390])('no page moves its content while it loads, %i px', async width => {
  const size = { width, height: 844, fresh: true }
  const shifts: Record<string, { value: number; moved: string[] }[]> = {}
  const page = await env.open(ada, '/dashboard', size)
  // The page stores the number of collections, and reserves their rows from the second load on.
  await waitForIdle(page)
  await delayResponses(page)
  for (const path of pages()) {
    await page.goto(path)
    shifts[path] = await findShifts(page)
  }
  const visitor = await env.open(null, '/pricing', size)
  await delayResponses(visitor)
  await visitor.goto(`/c/${open}`)
  shifts['public collection'] = await findShifts(visitor)
  const sum = (of: { value: number }[]) => of.reduce((total, { value }) => total + value, 0)
  expect(Object.entries(shifts).filter(([, each]) => sum(each) > 0.02)).toEqual([])
})

test('a list whose links arrive first has its columns immediately', async () => {
  const page = await env.open(ada, '/dashboard', { width: 390, height: 844, fresh: true })
  await page.context().route('**/api/**', async route => {
    const isEarly = route.request().url().includes('get-folder-links-from-path')
    if (!isEarly) await new Promise(done => setTimeout(done, 500))
    await route.fallback().catch(() => undefined)
  })
  await page.goto(`/c/${open}`)
  const shifts = await findShifts(page)
  expect(shifts.filter(({ value }) => value > 0.002)).toEqual([])
})
