import { createCollection, favouriteCollection } from '@nestmark/contract/collections'
import { favouriteLink, saveLink, trashLinks } from '@nestmark/contract/links'
import { setPermissions } from '@nestmark/contract/share'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { startEnvironment, type TestEnvironment, waitForIdle } from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
let open: string
let link: string
beforeAll(async () => {
  env = await startEnvironment()
  ada = await env.signIn('ada', 2)
  open = (await ada.call(createCollection, { name: 'Turf roofs', desc: 'What keeps them dry' }))._id
  await ada.call(createCollection, { name: 'Inside', parent: open })
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
  await ada.call(favouriteLink, { link_id: link, is_fav: 1 })
  await ada.call(favouriteCollection, { folder_id: open, is_fav: 1 })
  const gone = await ada.call(saveLink, { name: 'Old', link: 'https://example.org/old', category: 3 })
  await ada.call(trashLinks, { linkIdArr: [gone._id] })
})
afterAll(() => env.close())

/** Sums the layout shifts of a page since its load, without those that follow a press. */
async function measureShift(page: Page): Promise<number> {
  await waitForIdle(page)
  return page.evaluate(
    () =>
      new Promise<number>(done => {
        let sum = 0
        const observer = new PerformanceObserver(list => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) sum += entry.value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are delivered in the next task.
        setTimeout(() => done(sum), 50)
      }),
  )
}

const pages = () => [
  '/dashboard',
  '/collections',
  `/c/${open}`,
  `/l/${link}`,
  '/search/?q=page&type=link',
  '/favourites',
  '/tags',
  '/shared',
  '/notifications',
  '/suggestions',
  '/trash',
  '/settings',
  '/pricing',
]

test.each([1440, 390])('no page moves its content while it loads, %i px', async width => {
  const size = { width, height: 844 }
  const shifts: Record<string, number> = {}
  const page = await env.open(ada, '/dashboard', size)
  for (const path of pages()) {
    await page.goto(path)
    shifts[path] = await measureShift(page)
  }
  const visitor = await env.open(null, `/c/${open}`, size)
  shifts['public collection'] = await measureShift(visitor)
  expect(Object.entries(shifts).filter(([, shift]) => shift > 0.02)).toEqual([])
})
