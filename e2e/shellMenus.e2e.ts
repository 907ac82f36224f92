import { createFolder, updateFolder } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links'
import { getUserData } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/people.ts'
import { expectAccessible, openWorld, type World } from './world.ts'

const help = {
  email: 'help@example.org',
  chat: 'https://chat.example.org/nest',
  features: null,
  articles: null,
  terms: 'https://example.org/terms',
  privacy: null,
}

let world: World
let plain: World
let ada: Person
beforeAll(async () => {
  world = await openWorld({ help })
  plain = await openWorld()
})
beforeEach(async () => {
  ada = await world.person('ada')
})
afterAll(async () => {
  await world.close()
  await plain.close()
})

const ready = (page: Page) => page.getByText('Recent links').waitFor()

/** Puts collections at the top as rows, the first the newest. */
async function manyAtTheTop(count: number) {
  await world.app.services.db.write(async tx => {
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

describe('NAV header and menus', () => {
  test('the header: dashboard and logout, what to add, search with its types, theme switch', async () => {
    const page = await world.open(ada, '/favourites')
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'What to add' }).click()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Link',
      'Collection',
      'Save from any page',
    ])
    await page.getByRole('menuitem', { name: 'Collection' }).click()
    await page.getByRole('dialog').getByLabel(/name/i).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await header.getByRole('button', { name: 'Switch to dark' }).waitFor()
    await header.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Dashboard' }).click()
    await page.waitForURL('**/dashboard')
    await header.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL(/\/accounts\/login/)
  })

  test('NAV-05 the help menu leads to people where the operator named them, and to our own pages', async () => {
    const page = await world.open(ada, '/dashboard')
    await ready(page)
    await page.getByRole('button', { name: 'Help' }).click()
    const menu = page.getByRole('menu', { name: 'Help' })
    const target = (name: string) => menu.getByRole('menuitem', { name }).getAttribute('href')
    expect(await target('Chat with us')).toBe(help.chat)
    expect(await target('Email us')).toBe('mailto:help@example.org')
    // Without an address of their own, wishes go by mail.
    expect(await target('Request a feature')).toBe(
      'mailto:help@example.org?subject=A%20feature%20for%20Nestmark',
    )
    expect(await target('Terms')).toBe(help.terms)
    await expectAccessible(page)
    await menu.getByRole('menuitem', { name: /Shortcuts/ }).click()
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    for (const [name, title] of [
      ['Help articles', 'Help articles'],
      ['Privacy policy', 'Privacy policy'],
    ] as const) {
      await page.getByRole('button', { name: 'Help' }).click()
      await page.getByRole('menuitem', { name }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await expectAccessible(page)
    }
  })

  test('NAV-05 without addresses no entry is dead, and visitors have help too', async () => {
    const visitor = await plain.open(null, '/terms')
    await visitor.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
    await visitor.getByRole('button', { name: 'Help' }).click()
    expect(await visitor.getByRole('menuitem').allInnerTexts()).toEqual([
      'Help articles',
      'API',
      'Terms',
      'Privacy policy',
    ])
    await visitor.getByRole('menuitem', { name: 'Help articles' }).click()
    await visitor.getByRole('heading', { level: 1, name: 'Help articles' }).waitFor()
    const phone = await plain.open(await plain.person('pia'), '/dashboard', { width: 390, height: 844 })
    await ready(phone)
    await phone.getByRole('button', { name: 'Account' }).click()
    await phone.getByRole('menuitem', { name: 'Help articles' }).click()
    await phone.getByRole('heading', { level: 1, name: 'Help articles' }).waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('NAV-09 the encryption announcement stands on the dashboard until it is put away, for good', async () => {
    const list = (names: string[]) =>
      world.app.services.db.write(tx =>
        tx
          .updateTable('people')
          .set({ announcements: JSON.stringify(names) })
          .where('id', '=', ada.id)
          .execute(),
      )
    await list(['another'])
    const page = await world.open(ada, '/dashboard')
    await ready(page)
    const announcement = page.getByRole('region', { name: /encrypted links/i })
    expect(await announcement.count()).toBe(0)
    await list(['encryption', 'another'])
    await page.reload()
    await announcement.waitFor()
    await expectAccessible(page)
    const sent = page.waitForRequest('**/api/update-announcements')
    await announcement.getByRole('button', { name: 'Put this announcement away' }).click()
    expect((await sent).postDataJSON()).toEqual({ announcement: 'encryption' })
    await announcement.waitFor({ state: 'detached' })
    await expect.poll(async () => (await ada.call(getUserData, {})).announcements).toEqual(['another'])
    await page.reload()
    await ready(page)
    expect(await announcement.count()).toBe(0)
  })
})

describe('the list of all collections', () => {
  test('NAV-13 View All leads to every collection at the top, and no deeper ones', async () => {
    await manyAtTheTop(20)
    const inner = await ada.call(createFolder, { name: 'Deeper', parent: `${ada.id}-3` })
    await ada.call(updateFolder, { folder_id: inner._id, desc: 'x' })
    const page = await world.open(ada, '/dashboard')
    await ready(page)
    await page.getByRole('link', { name: 'View All' }).click()
    await page.waitForURL('**/collections')
    await page.getByRole('heading', { level: 1, name: 'Collections' }).waitFor()
    const names = new Set<string>()
    for (let step = 0; step < 12; step++) {
      for (const card of await page.getByRole('article').all())
        names.add(((await card.getByRole('link').first().textContent()) ?? '').trim())
      await page.mouse.wheel(0, 400)
      await page.waitForTimeout(60)
    }
    expect([...names].sort()).toEqual([
      'My First Folder',
      ...Array.from({ length: 20 }, (_, n) => `Number ${String(n).padStart(3, '0')}`),
    ])
    await expectAccessible(page)
  })

  test('NAV-12 collections of the dashboard that could not be read say so, and are read again', async () => {
    const page = await world.open(ada, '/dashboard')
    await ready(page)
    await page.route('**/api/dashboard-folders', route => route.abort())
    await page.reload()
    const alert = page.getByRole('alert').filter({ hasText: 'Your collections could not be read' })
    await alert.waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/dashboard-folders')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('article').filter({ hasText: 'My First Folder' }).first().waitFor()
    expect(await alert.count()).toBe(0)
  })

  test('COL-10 the next page is asked for within 0.4 of the window, and is put behind what is there', async () => {
    await manyAtTheTop(120)
    const page = await world.open(ada, '/collections', { height: 900 })
    const asked: number[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/dashboard-folders'))
        asked.push((request.postDataJSON() as { page: number }).page)
    })
    await page.getByText('My First Folder').first().waitFor()
    await page.waitForTimeout(300)
    expect(asked.filter(number => number > 1)).toEqual([])
    asked.length = 0
    /** Where the card of a place stands, from the lower edge of the window; its row is found by those that are drawn. */
    const below = () =>
      page.evaluate(() => {
        const cards = [...document.querySelectorAll<HTMLElement>('main article')]
        const columns = new Set(cards.map(card => Math.round(card.getBoundingClientRect().left))).size
        const last = cards.at(-1)!
        const place = Number(/Number (\d+)/.exec(last.innerText)?.[1]) + 1
        const row = Math.floor(50 / columns) - Math.floor(place / columns)
        return last.getBoundingClientRect().top + row * 188 - innerHeight
      })
    let distance = Infinity
    for (let step = 0; step < 200 && !asked.includes(2); step++) {
      distance = await below()
      await page.mouse.move(700, 500)
      await page.mouse.wheel(0, 40)
      await page.waitForTimeout(25)
    }
    expect(asked).toContain(2)
    // Asked for before it was in sight, and no earlier than 0.4 of 900 pixels and the height of one row before.
    expect(distance).toBeGreaterThan(0)
    expect(distance).toBeLessThanOrEqual(0.4 * 900 + 188 + 40)
    await page.getByText('Number 049').first().scrollIntoViewIfNeeded()
    await page.getByText('Number 050').first().waitFor()
    await page.getByText('Number 048').first().waitFor()
    for (let step = 0; step < 40 && !asked.includes(3); step++) {
      await page.mouse.wheel(0, 300)
      await page.waitForTimeout(40)
    }
    await page.keyboard.press('End')
    await page.getByText('Number 119').first().waitFor()
    await page.keyboard.press('Home')
    // The first page is still there: it was not asked for a second time.
    await page.getByText('Number 000').first().waitFor()
    expect(asked.filter(number => number === 1)).toHaveLength(0)
  })
})

describe('NAV-14 toasts', () => {
  /** A page whose clock the test moves. */
  async function clocked(): Promise<Page> {
    const page = await world.open(ada, '/dashboard')
    await page.clock.install()
    await page.reload()
    await ready(page)
    return page
  }

  test('NAV-14 a toast stands top right for 3 s, and as long as the pointer rests on it', async () => {
    const page = await clocked()
    const add = async (name: string) => {
      await page.keyboard.press('Control+Shift+L')
      await page.getByRole('dialog').getByLabel(/name/i).first().fill(name)
      await page.keyboard.press('Enter')
      const toast = page.getByRole('status').filter({ hasText: 'Collection was added successfully' })
      await toast.waitFor()
      return toast
    }
    const toast = await add('Soundscapes')
    await page.clock.pauseAt(Date.now() + 60_000)
    await toast.waitFor({ state: 'detached' })

    await page.clock.resume()
    const second = await add('Kitchen')
    const box = (await second.boundingBox())!
    expect(box.y).toBeLessThan(120)
    expect(box.x + box.width).toBeGreaterThan(1440 - 40)
    expect(box.x).toBeGreaterThan(1440 / 2)
    await second.hover()
    await page.clock.fastForward(20_000)
    expect(await second.count()).toBe(1)
    await page.mouse.move(300, 600)
    await page.clock.runFor(1_000)
    expect(await second.count()).toBe(1)
    await page.clock.runFor(2_500)
    await second.waitFor({ state: 'detached' })
  })

  test('NAV-14 what is only a nod stands for 2 s', async () => {
    await ada.call(saveLink, { name: 'Copy me', link: 'https://example.org/copy', category: 3 })
    const page = await clocked()
    const card = page.getByRole('article').filter({ hasText: 'Copy me' })
    await card.hover()
    await card.getByRole('button', { name: 'Actions for Copy me' }).click()
    await page.getByRole('menuitem', { name: 'Copy address' }).click()
    const toast = page.getByRole('status').filter({ hasText: 'Address was copied' })
    await toast.waitFor()
    await page.clock.runFor(1_200)
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(1_000)
    await toast.waitFor({ state: 'detached' })
  })

  test('NAV-14 the error of a long tag stands for 30 s', async () => {
    const page = await clocked()
    await page.keyboard.press('Control+l')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What would you like to save?').waitFor()
    await page.keyboard.press('3')
    const tags = dialog.getByPlaceholder('#add-tag')
    await tags.fill('x'.repeat(33))
    await tags.press('Enter')
    const toast = page.getByRole('alert').filter({ hasText: 'Tag length should be below 32 characters' })
    await toast.waitFor()
    await page.clock.runFor(28_000)
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(3_000)
    await toast.waitFor({ state: 'detached' })
  })
})
