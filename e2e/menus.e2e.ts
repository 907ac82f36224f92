import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder, favFolder, trashFolders } from '@nestmark/contract/collections'
import { favLink, saveLink, trashLinks } from '@nestmark/contract/links'
import { setFolderPermissions } from '@nestmark/contract/share'
import { addSuggestion } from '@nestmark/contract/suggestions'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import {
  checkMenu,
  choose,
  closeAll,
  type Entry,
  findMenu,
  openMenu,
  press,
  findTriggers,
} from './menuCheck.ts'
import { openWorld, settled, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A library in which every page has something to show, and what is shared of it. */
interface Library {
  ada: Person
  willem: Person
  rosa: Person
  shelf: string
  deep: string
  link: string
}

async function library(): Promise<Library> {
  const [ada, willem, rosa] = [
    await world.person('ada', 2),
    await world.person('willem', 2),
    await world.person('rosa', 2),
  ]
  const make = async (name: string, parent?: string) => (await ada.call(createFolder, { name, parent }))._id
  const save = async (name: string, parent?: string, category = 3) =>
    (await ada.call(saveLink, { name, link: `https://example.org/${name}`, desc: 'x', category, parent }))._id
  const shelf = await make('Shelf')
  for (const name of ['Timber', 'Turf']) await make(name, shelf)
  let deep = shelf
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) deep = await make(name, deep)
  const link = await save('Turf houses', shelf)
  for (const category of [4, 5]) await save(`Kind ${category}`, shelf, category)
  for (const name of ['Old link', 'Older link']) {
    const trashed = await save(name)
    await ada.call(trashLinks, { linkIdArr: [trashed], isTrash: 1 })
  }
  for (const name of ['Old place', 'Older place'])
    await ada.call(trashFolders, { folderIdArr: [await make(name)], isTrash: 1 })
  await ada.call(saveLink, {
    name: 'Tagged',
    link: 'https://example.org/t',
    category: 3,
    tags: ['roof', 'sod'],
  })
  await ada.call(setFolderPermissions, {
    folder_id: shelf,
    read: 3,
    write: 1,
    read_members: [rosa.id],
    write_members: [willem.id],
  })
  for (const person of [ada, willem, rosa]) {
    await person.call(favFolder, { folder_id: shelf, is_fav: 1 })
    await person.call(favLink, { link_id: link, is_fav: 1 })
  }
  const offer = { link: 'https://example.org/s', desc: 'x', category: 3 }
  const open = await make('Open to ideas')
  await ada.call(setFolderPermissions, { folder_id: open, read: 3, write: 0, enable_sugg: 1 })
  for (const name of ['Reeds', 'Sods']) await rosa.call(addSuggestion, { ...offer, name, parent: open })
  const other = await willem.call(createFolder, { name: 'Of Willem' })
  await willem.call(setFolderPermissions, { folder_id: other._id, read: 3, write: 0, enable_sugg: 1 })
  await ada.call(addSuggestion, { ...offer, name: 'Planks', parent: other._id })
  return { ada, willem, rosa, shelf, deep, link }
}

const settings = ['profile', 'customize', 'plan', 'keys', 'storage', 'transfer', 'danger']

/** Every address of the page, by its pattern in `app/routes.tsx`. */
const addresses: Record<string, (library: Library) => string[]> = {
  '/dashboard': () => ['/dashboard', '/dashboard?collections=hand'],
  '/collections': () => ['/collections'],
  '/search': () => ['/search/?q=example&type=link', '/search/?q=shelf&type=collection'],
  '/favourites': () => ['/favourites', '/favourites?tab=links'],
  '/tags': () => ['/tags'],
  '/shared': () => ['/shared'],
  '/notifications': () => ['/notifications'],
  '/suggestions': () => ['/suggestions', '/suggestions?tab=by_me'],
  '/trash': () => ['/trash', '/trash?tab=links'],
  '/settings': () => settings.map(tab => `/settings?tab=${tab}`),
  '/my-profile': () => ['/my-profile'],
  '/c/:id': ({ shelf, deep }) => [`/c/${shelf}`, `/c/${deep}`],
  '/l/:id': ({ link }) => [`/l/${link}`],
  '/mail/stop/:person/:key': () => ['/mail/stop/nobody/nothing'],
  '/pricing': () => ['/pricing'],
  '/help': () => ['/help'],
  '/terms': () => ['/terms'],
  '/privacy-policy': () => ['/privacy-policy'],
  '*': () => ['/duplicates'],
  '/add-link/*': () => ['/add-link/?type=3'],
  '/testR': () => ['/testR'],
  '/close-tab': () => ['/close-tab/'],
}
/** They lead elsewhere, at once or after a while. */
const leadAway = ['/', '/c', '/l', '/token', '/login', '/register', '/forgot-password']

const sizes = [
  { name: 'the phone, by finger', width: 390, height: 844 },
  { name: 'a desk', width: 1440, height: 900 },
]

/** Loads the page at an address, and waits until all that stands there was read. */
async function arrive(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('h1, h2, [role=dialog], main p').first().waitFor()
  await settled(page)
}

/** Goes to an address as a link of the page does. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await page.locator('h1, h2, [role=dialog], main p').first().waitFor()
  await settled(page)
}

/** Goes back to an address, as a link of the page does; loads it anew where the page is changed in other ways. */
async function comeBack(page: Page, address: string, count: number): Promise<void> {
  const { pathname, search } = new URL(page.url())
  if (pathname + search !== address) await follow(page, address)
  if ((await findTriggers(page).count()) !== count) await arrive(page, address)
}

/** What was opened and chosen so far, by one person in one window. */
class Met {
  /** The entries of each menu, by the menu's name. */
  readonly menus = new Map<string, string[]>()
  readonly inHeader = new Set<string>()
  readonly chosen = new Set<string>()
}

/**
 * Opens every menu of a page, and chooses every entry that was not chosen before. What stands in the header of every page
 * is opened once.
 * @param which the names of the menus whose entries are chosen
 */
async function goThrough(page: Page, address: string, met: Met, which = /./): Promise<void> {
  await follow(page, address)
  // What an entry does may make them fewer.
  let count = await findTriggers(page).count()
  for (let at = 0; at < count; at++) {
    await settled(page)
    // What came of the entry before may have taken a menu away since.
    count = await findTriggers(page).count()
    if (at >= count) break
    const trigger = findTriggers(page).nth(at)
    const above = await trigger.evaluate(button => button.closest('header') && button.ariaLabel)
    if (above !== null && met.inHeader.has(above)) continue
    if (above !== null) met.inHeader.add(above)
    const { name, entries } = await openMenu(page, trigger)
    met.menus.set(
      name,
      entries.map(({ label }) => label),
    )
    await closeAll(page)
    const all = entries.map(({ label, choice }) => `${label}${choice ? '?' : ''}`).join()
    // A window of its own is opened by the browser: what else the menu offers changes nothing about it.
    const kindOf = ({ label, outside }: Entry) => (outside ? label : `${all}: ${label}`)
    const fresh = entries.filter(
      entry => which.test(name) && entry.label !== 'Logout' && !entry.idle && !met.chosen.has(kindOf(entry)),
    )
    for (const [nth, entry] of fresh.entries()) {
      met.chosen.add(kindOf(entry))
      await choose(page, trigger, entry)
      // Among choices the next one can follow at once.
      if (entry.choice && fresh[nth + 1]?.choice) continue
      await closeAll(page)
      await comeBack(page, address, count)
      count = await findTriggers(page).count()
    }
  }
}

test('every address of the page is gone through', () => {
  const routes = readFileSync(join(import.meta.dirname, '../apps/web/src/app/routes.tsx'), 'utf8')
  const known = [...new Set([...routes.matchAll(/ path="([^"]+)"/g)].map(([, path]) => path!))]
  expect(known.sort()).toEqual([...Object.keys(addresses), ...leadAway].sort())
})

describe.each(sizes)('menus on $name', size => {
  let all: Library
  let page: Page
  const met = new Met()
  beforeAll(async () => {
    all = await library()
    page = await world.open(all.ada, '/testR', size)
    await page.evaluate(() => (document.cookie = 'cookie_consent=1; path=/'))
  })
  afterAll(() => page.close())

  test.each(Object.entries(addresses))(
    'every menu of %s opens whole, and each of its entries does what it says',
    async (_, of) => {
      for (const address of of(all)) await goThrough(page, address, met)
    },
  )

  test('the last entry of all logs out', async () => {
    await arrive(page, '/dashboard')
    const account = page.getByRole('button', { name: 'Account' })
    const { entries } = await openMenu(page, account)
    await choose(
      page,
      account,
      entries.find(({ label }) => label === 'Logout')!,
    )
  })

  test.each(['willem', 'rosa', 'nobody'] as const)(
    'Z05 the menus of what is shared offer %s what they may do, and that works',
    async name => {
      const window = await world.open(name === 'nobody' ? null : all[name], '/testR', size)
      await window.evaluate(() => (document.cookie = 'cookie_consent=1; path=/'))
      const seen = new Met()
      for (const address of [`/c/${all.shelf}`, `/l/${all.link}`])
        await goThrough(window, address, seen, /^Actions for/)
      const link = seen.menus.get('Actions for Turf houses')!
      const place = seen.menus.get('Actions for Timber') ?? []
      const reading = ['Open in a new tab', 'Copy address']
      if (name === 'willem') {
        expect(link).toEqual(expect.arrayContaining([...reading, 'Edit', 'Move', 'Trash']))
        expect(place).toEqual(expect.arrayContaining(['Activity', 'Add a collection here', 'Edit', 'Trash']))
        expect([...link, ...place]).not.toContain('Share')
      } else if (name === 'rosa') {
        expect(link).toEqual([...reading, expect.stringMatching(/favourites$/)])
        expect(place).toEqual([expect.stringMatching(/favourites$/), 'Activity'])
      } else {
        expect(link).toEqual(reading)
        expect(place).toEqual([])
      }
    },
  )
})

describe('what else hangs from a button or a field lies in the window', () => {
  const narrow = { width: 390, height: 844 }
  let all: Library
  beforeAll(async () => {
    all = await library()
  })
  const boxIn = async (page: Page, panel: Locator) => {
    await panel.waitFor()
    await expect.poll(() => panel.evaluate(each => each.getAnimations().length)).toBe(0)
    const box = (await panel.boundingBox())!
    const { width, height } = page.viewportSize()!
    expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(box.height).toBeGreaterThan(40)
  }

  test('COL-04 the rows of the tree have their menus under a finger', async () => {
    const page = await world.open(all.ada, '/dashboard', narrow)
    await page.getByRole('navigation', { name: 'Main' }).getByText('Collections').tap()
    const row = page.getByRole('treeitem', { name: /Shelf/ })
    await row.getByTitle('More').tap()
    await findMenu(page).waitFor()
    const { entries } = await checkMenu(page)
    expect(entries.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Share', 'Activity', 'Add a collection here', 'Edit', 'Move', 'Trash']),
    )
    const edit = entries.find(({ label }) => label === 'Edit')!
    await choose(page, row.getByTitle('More'), edit)
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })

  test.each([narrow, { width: 1440, height: 900 }])(
    'SAVE-05 the fields of the form at $width px',
    async size => {
      const page = await world.open(all.ada, '/add-link/?type=3', size)
      const tags = page.getByPlaceholder('#add-tag')
      await tags.fill('ro')
      await boxIn(page, page.locator('[popover]').filter({ has: page.getByRole('listbox') }))
      const option = page.getByRole('option', { name: /roof/ })
      await press(page, option)
      await page.getByText('#roof').first().waitFor()
      await press(page, page.getByRole('button', { name: /^Collection/ }))
      await boxIn(page, page.locator('[popover]:popover-open'))
      await press(page, page.getByRole('treeitem', { name: /Shelf/ }))
      await page.getByRole('button', { name: /^Collection: Shelf/ }).waitFor()
    },
  )

  test.each([narrow, { width: 1440, height: 900 }])(
    'SRCH-07 the suggestions of the search at $width px',
    async size => {
      const page = await world.open(all.ada, '/search/', size)
      await page.getByRole('combobox', { name: 'Search links' }).fill('shel')
      await boxIn(page, page.locator('[popover]').filter({ has: page.getByRole('listbox') }))
      await press(page, page.getByRole('option', { name: /Shelf/ }).first())
      await page.getByRole('heading', { level: 1, name: 'Shelf' }).waitFor()
    },
  )
})
