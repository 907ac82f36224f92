import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openMenu, selectEntry } from '../support/menuCheck.ts'
import { loadPage, MenuLog, useAllMenus } from '../support/menuWalk.ts'
import { createSharedLibrary, type SharedLibrary } from '../support/sharedLibraryFixture.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

vi.setConfig({ testTimeout: 300_000 })

const env = useEnvironment()

const settingsTabs = ['profile', 'customize', 'rules', 'plan', 'keys', 'storage', 'transfer', 'danger']

/** The routes that redirect, immediately or after a while. */
const redirects = ['/', '/c', '/l', '/token', '/login', '/register', '/forgot-password']

const routesFile = readFileSync(join(import.meta.dirname, '../../apps/web/src/app/routes.tsx'), 'utf8')
const routes = [
  ...new Set([...routesFile.matchAll(/ path: (?:hasSite [^:]+: )?'([^']+)'/g)].map(([, path]) => path!)),
]

/** The addresses of routes with parameters, and of pages with several states. */
const special: Record<string, (library: SharedLibrary) => string[]> = {
  '/dashboard': () => ['/dashboard', '/dashboard?collections=hand'],
  '/search': () => ['/search/?q=example&type=link', '/search/?q=archive&type=collection'],
  '/favourites': () => ['/favourites', '/favourites?tab=links'],
  '/suggestions': () => ['/suggestions', '/suggestions?tab=by_me'],
  '/tidy': () => ['/tidy', '/tidy?group=untagged'],
  '/trash': () => ['/trash', '/trash?tab=links'],
  '/settings': () => settingsTabs.map(tab => `/settings?tab=${tab}`),
  '/c/:id': ({ collection, deepest }) => [`/c/${collection}`, `/c/${deepest}`],
  '/l/:id': ({ link }) => [`/l/${link}`],
  // A link without a PDF file redirects to its page.
  '/l/:id/pdf': ({ link }) => [`/l/${link}/pdf`],
  '/l/:id/read': ({ link }) => [`/l/${link}/read`],
  '/mail/stop/:person/:key': () => ['/mail/stop/nobody/nothing'],
  '*': () => ['/no-such-page'],
  '/add-link/*': () => ['/add-link/?type=3'],
  '/close-tab': () => ['/close-tab/'],
}
/** The addresses that the tests visit, by the route in `app/routes.tsx`: that of the route where nothing else is said. */
const addresses: typeof special = {
  ...Object.fromEntries(
    routes.filter(path => !redirects.includes(path) && !/[:*]/.test(path)).map(path => [path, () => [path]]),
  ),
  ...special,
}

/** The routes whose pages have no menus but those of the header. */
const withoutMenus = new Set([
  '/mail/stop/:person/:key',
  '*',
  '/add-link/*',
  '/connect-extension',
  '/testR',
  '/close-tab/',
])

// The phone selects every entry of every menu. The same entries do the same on a desktop, so a desktop opens and checks
// every menu of the pages that have menus, and selects each entry in one of them. Rights do not depend on the width.
const devices = [
  { name: 'the phone by touch', width: 390, height: 844, oncePerLabel: false },
  { name: 'a desktop by mouse', width: 1440, height: 900, oncePerLabel: true },
]

test('the menu tests visit every route of the page', () => {
  expect(routes.toSorted()).toEqual([...Object.keys(addresses), ...redirects].sort())
})

describe.each(devices)('menus on $name', device => {
  let library: SharedLibrary
  let page: Page
  const log = new MenuLog(device.oncePerLabel)
  beforeAll(async () => {
    library = await createSharedLibrary(env)
    page = await env.open(library.ada, '/testR', device)
    await page.evaluate(() => (document.cookie = 'cookie_consent=1; path=/'))
  })
  afterAll(() => page.close())

  const isPhone = !device.oncePerLabel
  const visited = Object.entries(addresses).filter(([route]) => isPhone || !withoutMenus.has(route))
  test.each(visited)(
    'every menu of %s is inside the window, and each entry has its effect',
    async (_, listAddresses) => {
      for (const address of listAddresses(library)) await useAllMenus(page, address, log)
    },
  )

  if (!isPhone) return

  test('the entry Logout logs out', async () => {
    await loadPage(page, '/dashboard')
    const account = page.getByRole('button', { name: 'Account' })
    const { entries } = await openMenu(page, account)
    await selectEntry(
      page,
      account,
      entries.find(({ label }) => label === 'Logout')!,
    )
  })

  test.each(['willem', 'rosa', 'nobody'] as const)(
    'Z05 the menus of a shared collection and link offer %s only permitted actions, and these work',
    async name => {
      const other = await env.open(name === 'nobody' ? null : library[name], '/testR', device)
      await other.evaluate(() => (document.cookie = 'cookie_consent=1; path=/'))
      const otherLog = new MenuLog(device.oncePerLabel)
      for (const address of [`/c/${library.collection}`, `/l/${library.link}`])
        await useAllMenus(other, address, otherLog, /^Actions for/)
      const linkEntries = otherLog.menus.get('Actions for Turf houses')!
      const collectionEntries = otherLog.menus.get('Actions for Timber') ?? []
      const reading = ['Open in a new tab', 'Copy address']
      // A member leaves the collection that is itself shared, and not one below it.
      const leaves = otherLog.menus.get('Actions for Archive')?.includes('Leave collection') ?? false
      expect(leaves).toBe(name !== 'nobody')
      if (name === 'willem') {
        expect(linkEntries).toEqual(expect.arrayContaining([...reading, 'Edit', 'Move', 'Trash']))
        expect(collectionEntries).toEqual(
          expect.arrayContaining(['Activity', 'Add a collection here', 'Edit', 'Trash']),
        )
        expect([...linkEntries, ...collectionEntries]).not.toContain('Share')
      } else if (name === 'rosa') {
        expect(linkEntries).toEqual([
          ...reading,
          expect.stringMatching(/favourites$/),
          // The servers of the tests have no browser.
          'No PDF: not available on this server',
        ])
        expect(collectionEntries).toEqual([expect.stringMatching(/favourites$/), 'Export', 'Activity'])
      } else {
        expect(linkEntries).toEqual(reading)
        expect(collectionEntries).toEqual([])
      }
    },
  )
})
