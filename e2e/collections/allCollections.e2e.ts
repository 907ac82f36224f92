import { updateCollection } from '@nestmark/contract/collections'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment, waitForIdle, waitForRender } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const waitForDashboard = (page: Page) => page.getByText('Recent links').waitFor()

/** Inserts collections below the root. The first one is the newest. */
async function createRootCollections(count: number) {
  await env.app.services.db.write(async tx => {
    await tx
      .insertInto('collections')
      .values(
        Array.from({ length: count }, (_, n) => ({
          id: `${ada.id}-${n}`,
          owner_id: ada.id,
          parent_id: ada.rootId,
          name: `Number ${String(n).padStart(3, '0')}`,
          name_key: `number ${String(n).padStart(3, '0')}`,
          descr: '',
          created_at: 1,
          updated_at: 1_000_000 - n,
        })),
      )
      .execute()
    await tx
      .updateTable('collections')
      .set({ folder_count: count + 1 })
      .where('id', '=', ada.rootId)
      .execute()
  })
}

describe('the list of all collections', () => {
  test('NAV-13 View All lists every top collection and no deeper one', async () => {
    await createRootCollections(20)
    const inner = await addCollection(ada, 'Deeper', `${ada.id}-3`)
    await ada.call(updateCollection, { folder_id: inner, desc: 'x' })
    const page = await env.open(ada, '/dashboard')
    await waitForDashboard(page)
    await page.getByRole('link', { name: 'View All' }).click()
    await page.waitForURL('**/collections')
    await findHeading(page, 'Collections').waitFor()
    const names = new Set<string>()
    await expect
      .poll(async () => {
        const seen = page.getByRole('article').getByRole('link')
        for (const name of await seen.allInnerTexts()) names.add(name.trim())
        await page.mouse.wheel(0, 400)
        await waitForRender(page)
        return names.size
      })
      .toBe(21)
    expect([...names].sort()).toEqual([
      'My First Folder',
      ...Array.from({ length: 20 }, (_, n) => `Number ${String(n).padStart(3, '0')}`),
    ])
    await expectAccessible(page)
  })

  test('NAV-12 the dashboard reports a failed request for collections, and Try again repeats it', async () => {
    // A window that has not read the collections. Another one would show its cached answer.
    const page = await env.open(ada, '/icon.svg')
    await page.route('**/api/dashboard-folders', route => route.abort().catch(() => undefined))
    await page.goto('/dashboard')
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load your collections' })
    await alert.waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/dashboard-folders')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await findCard(page, 'My First Folder').waitFor()
    expect(await alert.count()).toBe(0)
  })

  test('COL-10 the list requests the next page within 0.4 of the window height and appends it', async () => {
    await createRootCollections(120)
    const page = await env.open(ada, '/icon.svg', { height: 900 })
    const requestedPages: number[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/dashboard-folders'))
        requestedPages.push((request.postDataJSON() as { page: number }).page)
    })
    await page.goto('/collections')
    // The sidebar also contains the names, and renders earlier.
    await page.getByRole('article').filter({ hasText: 'My First Folder' }).waitFor()
    await waitForIdle(page)
    expect(requestedPages.filter(number => number > 1)).toEqual([])
    requestedPages.length = 0
    /** The distance of the first card of the next page from the bottom of the window at the request, in pixels. */
    const below = page.evaluate(() => {
      const distance = () => {
        const cards = [...document.querySelectorAll<HTMLElement>('main article')]
        const columns = new Set(cards.map(card => Math.round(card.getBoundingClientRect().left))).size
        const last = cards.at(-1)!
        const index = Number(/Number (\d+)/.exec(last.innerText)?.[1]) + 1
        const row = Math.floor(50 / columns) - Math.floor(index / columns)
        return last.getBoundingClientRect().top + row * 188 - innerHeight
      }
      return new Promise<number>(resolve => {
        const send = window.fetch
        window.fetch = (input, init) => {
          if (String(input).endsWith('/api/dashboard-folders')) resolve(distance())
          return send(input, init)
        }
      })
    })
    await page.mouse.move(700, 500)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 40)
        await waitForRender(page)
        return requestedPages
      })
      .toContain(2)
    const distance = await below
    // The request starts before the card is in view, and at most 0.4 of 900 pixels, one row and one scroll step earlier.
    expect(distance).toBeGreaterThan(0)
    expect(distance).toBeLessThanOrEqual(0.4 * 900 + 188 + 40)
    await page.getByText('Number 049').first().scrollIntoViewIfNeeded()
    await page.getByText('Number 050').first().waitFor()
    await page.getByText('Number 048').first().waitFor()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 300)
        await waitForRender(page)
        return requestedPages
      })
      .toContain(3)
    await page.keyboard.press('End')
    await page.getByText('Number 119').first().waitFor()
    await page.keyboard.press('Home')
    // The first page is cached, so it is not requested again.
    await page.getByText('Number 000').first().waitFor()
    expect(requestedPages.filter(number => number === 1)).toHaveLength(0)
  })
})
