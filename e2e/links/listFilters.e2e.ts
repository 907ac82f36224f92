import { favouriteLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addTags } from '@nestmark/contract/tags'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let shared: string
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  shared = await addCollection(ada, 'Turf & timber')
  for (let n = 0; n < 30; n++) await addCollection(ada, `Attic ${n}`, n < 2 ? shared : undefined)
  for (let n = 0; n < 24; n++)
    await ada.call(favouriteLink, { link_id: await addLink(ada, `Farm ${n}`, shared), is_fav: 1 })
  await ada.call(addTags, { tags: Array.from({ length: 60 }, (_, n) => `tool${n}`) })
  await ada.call(setPermissions, { folder_id: shared, read: 3, write: 0 })
})

/** Scrolls the page until the field is 150 pixels below the top of the window, and returns where it is. */
async function scrollToTop(page: Page, field: Locator): Promise<number> {
  // A new page is held at its top until the first input of the user. Scrolling by script is not an input.
  await page.keyboard.press('Shift')
  await field.evaluate(input => window.scrollBy(0, input.getBoundingClientRect().top - 150))
  await waitForIdle(page)
  return field.evaluate(input => Math.round(input.getBoundingClientRect().top))
}

/** Records each place that the field has, in every frame. Returns a function that reads them. */
async function recordPlaces(field: Locator): Promise<() => Promise<number[]>> {
  const places = await field.evaluateHandle(input => {
    const seen = new Set<number>()
    const record = () => {
      seen.add(Math.round(input.getBoundingClientRect().top))
      if (input.isConnected) requestAnimationFrame(record)
    }
    record()
    return seen
  })
  return () => places.evaluate(seen => [...seen])
}

test.for([
  ['public collection', 390],
  ['public collection', 1440],
  ['collection', 1440],
  ['dashboard', 390],
  ['favourites', 1440],
  ['collections', 1440],
  ['tags', 1440],
] as const)(
  'COL-01 LINK-11 TAG-01 a search field does not move while its list shrinks and grows: %s, %i px',
  async ([place, width]) => {
    const paths = {
      'public collection': `/c/${shared}`,
      collection: `/c/${shared}`,
      dashboard: '/dashboard',
      favourites: '/favourites?tab=links',
      collections: '/collections',
      tags: '/tags',
    }
    const isVisitor = place === 'public collection'
    const page = await env.open(isVisitor ? null : ada, paths[place], { width, height: 600 })
    if (place === 'dashboard') {
      await page.getByRole('button', { name: 'Search, select and more' }).click()
      await page.getByRole('menuitem', { name: 'Search' }).click()
    }
    const main = page.getByRole('main')
    const field = main.getByRole('searchbox')
    const none = main.getByText(/^No (links|collections|tags) found$/i)
    await field.waitFor()
    await waitForIdle(page)
    const before = await scrollToTop(page, field)
    await field.focus()
    const readPlaces = await recordPlaces(field)
    await field.pressSequentially('nothing like this')
    await none.waitFor()
    await waitForIdle(page)
    await page.keyboard.press('Escape')
    await none.waitFor({ state: 'detached' })
    await waitForIdle(page)
    expect(await readPlaces()).toEqual([before])
  },
)
