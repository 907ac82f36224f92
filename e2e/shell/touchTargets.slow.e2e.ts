import { createCollection, favouriteCollection } from '@nestmark/contract/collections'
import { favouriteLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addDuplicates } from '../links/duplicatesFixture.ts'
import { addTurf } from '../highlights/highlightFixture.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'
import { findSmallTargets } from '../support/touchTargets.ts'

const env = useEnvironment()
let ada: Person
let open: string
let link: string
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  open = (await ada.call(createCollection, { name: 'Turf roofs', desc: 'What keeps them dry' }))._id
  await ada.call(createCollection, { name: 'Inside', parent: open })
  await ada.call(setPermissions, { folder_id: open, read: 3, write: 0 })
  for (let n = 0; n < 4; n++) {
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
  await addDuplicates(env, ada)
  await addTurf(ada)
  const trashed = await ada.call(saveLink, { name: 'Old', link: 'https://example.org/old', category: 3 })
  await ada.call(trashLinks, { linkIdArr: [trashed._id] })
})

const pages = () => [
  '/dashboard',
  '/collections',
  `/c/${open}`,
  `/l/${link}`,
  '/search/?q=page&type=link',
  '/favourites',
  '/highlights',
  '/tags',
  '/shared',
  '/notifications',
  '/suggestions',
  '/duplicates',
  '/broken',
  '/trash',
  '/settings',
  '/pricing',
]

test('every control on the phone has at least 44 by 44 pixels', async () => {
  const small: Record<string, string[]> = {}
  const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
  for (const path of pages()) {
    await page.goto(path)
    // A page that is not rendered yet has no controls.
    await page.locator('main h1, main h2').first().waitFor()
    await waitForIdle(page)
    small[path] = await findSmallTargets(page)
  }
  const visitor = await env.open(null, `/c/${open}`, { width: 390, height: 844 })
  await visitor.locator('main h1').waitFor()
  await waitForIdle(visitor)
  small['public collection'] = await findSmallTargets(visitor)
  expect(Object.entries(small).filter(([, each]) => each.length > 0)).toEqual([])
})
