import { createCollection, getCollection } from '@nestmark/contract/collections'
import { favouriteLink, listFavouriteLinks, saveLink } from '@nestmark/contract/links/links'
import { listTrashedLinks } from '@nestmark/contract/trash'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  scrollUntilFound,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const save = (name: string, parent?: string, more = {}) =>
  ada.call(saveLink, {
    name,
    link: `https://example.org/${encodeURIComponent(name)}`,
    category: 3,
    parent,
    ...more,
  })

describe('LINK the lists', () => {
  test('LINK-14 LINK-11 links show as a grid by default and as a list on request, with title, host, date and tags', async () => {
    await save('Dark-sky places', undefined, { tags: ['travel'] })
    const page = await env.open(ada, '/dashboard')
    const text = (await findCard(page, 'Dark-sky places').innerText()).replace(/\s+/g, ' ')
    expect(text).toMatch(/Dark-sky places example\.org · [A-Z][a-z]{2} \d{2}, \d{4} #travel/)
    await page.getByRole('radio', { name: 'List' }).click()
    await page.getByText('Added', { exact: true }).first().waitFor()
    await page.reload()
    await page.getByText('Added', { exact: true }).first().waitFor()
    await expectAccessible(page)
  })

  test('LINK-14 its own button clears a filter without links, and the focus remains on the page', async () => {
    const collection = await addCollection(ada, 'Only pages')
    await save('A page', collection)
    const page = await env.open(ada, `/c/${collection}?category=listen`)
    await page.getByText('No link matches these filters.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
    await findCard(page, 'A page').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  test('LINK-14 LINK-12 on the phone a long title fits into its row, and a long destination leaves space for Cancel', async () => {
    const long = 'A very long title of a page that somebody wrote at great length, '.repeat(4).trim()
    const collection = await ada.call(createCollection, {
      name: 'Type & print — specimens, presses and paper',
    })
    await save(long)
    const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
    await page.getByRole('radio', { name: 'List' }).tap()
    const title = findCard(page, 'A very long title').getByRole('link').first()
    await expect.poll(() => title.evaluate(each => getComputedStyle(each).overflowY)).toBe('hidden')
    expect((await title.boundingBox())!.height).toBeLessThanOrEqual(41)
    await findCard(page, 'A very long title')
      .getByRole('button', { name: /^Actions/ })
      .tap()
    await page.getByRole('menuitem', { name: 'Move', exact: true }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(collection.name, { exact: true }).tap()
    const target = (await dialog.getByRole('button', { name: /^Move to/ }).boundingBox())!
    const cancel = (await dialog.getByRole('button', { name: 'Cancel' }).boundingBox())!
    expect(cancel.x).toBeGreaterThanOrEqual(16)
    expect(cancel.x + cancel.width).toBeLessThanOrEqual(target.x)
    expect(target.x + target.width).toBeLessThanOrEqual(374)
  })

  test('LINK-14 a card shows complete tags on one line, and truncates a tag that is longer than the line', async () => {
    const tags = ['architecture', 'vernacular', 'drawings', 'measurements']
    await save('Many tags', undefined, { tags })
    await save('Long tag', undefined, { tags: ['W'.repeat(32)] })
    const page = await env.open(ada, '/dashboard', { width: 1000 })
    const measureTags = (name: string) =>
      findCard(page, name)
        .locator('a[href*="type=tag"]')
        .evaluateAll(all =>
          all.map(tag => {
            const [tagBox, lineBox] = [
              tag.getBoundingClientRect(),
              tag.parentElement!.getBoundingClientRect(),
            ]
            return { seen: tagBox.top < lineBox.bottom, isComplete: tagBox.right <= lineBox.right + 0.5 }
          }),
        )
    await findCard(page, 'Many tags').waitFor()
    const many = await measureTags('Many tags')
    expect(many.filter(tag => tag.seen).length).toBeGreaterThan(0)
    expect(many.filter(tag => tag.seen).length).toBeLessThan(tags.length)
    expect(many.every(tag => tag.isComplete)).toBe(true)
    expect(await measureTags('Long tag')).toEqual([{ seen: true, isComplete: true }])
  })

  test('LINK-11 a list of 120 links loads while the user scrolls, in both orders, and renders few cards', async () => {
    const collection = await addCollection(ada, 'Many')
    for (let n = 1; n <= 120; n++) {
      env.app.clock.now += 1000
      await save(`Number ${String(n).padStart(3, '0')}`, collection)
    }
    const page = await env.open(ada, `/c/${collection}`)
    await findCard(page, 'Number 120').waitFor()
    await scrollUntilFound(page, findCard(page, 'Number 001'))
    await findCard(page, 'Number 001').waitFor()
    expect(await page.getByRole('article').count()).toBeLessThan(80)
    await page.mouse.wheel(0, -60_000)
    await page.getByRole('button', { name: /newest/i }).click()
    await page
      .getByRole('menuitemradio', { name: 'Oldest first' })
      .or(page.getByRole('menuitem', { name: 'Oldest first' }))
      .first()
      .click()
    await findCard(page, 'Number 002').waitFor()
    await page
      .getByRole('searchbox', { name: 'Search these links' })
      .or(page.getByPlaceholder('Search these links'))
      .first()
      .fill('077')
    await findCard(page, 'Number 077').waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
  })

  test('LINK-12 COL-08 the keyboard selects links, and bulk actions move and trash them', async () => {
    const target = await addCollection(ada, 'Target')
    for (const name of ['One', 'Two', 'Three']) await save(name)
    const page = await env.open(ada, '/dashboard')
    await findCard(page, 'Three').getByRole('link').first().focus()
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('x')
    await page.getByText('2 selected').first().waitFor()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Target', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Move to Target' }).click()
    await page.getByText('2 links were moved').waitFor()
    expect((await ada.call(getCollection, { folder_id: target })).folder.links_count).toBe(2)

    await findCard(page, 'One').getByRole('link').first().focus()
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /delete|trash/i })
      .last()
      .click()
    await page.getByText('Link was deleted successfully').waitFor()
    expect((await ada.call(listTrashedLinks, {})).links.map(link => link.name)).toEqual(['One'])
  })

  test('FAV-02 the key F marks a favourite and removes the mark, also when an answer was read before the change', async () => {
    await save('Dear')
    const page = await env.open(ada, '/dashboard')
    let send = () => {}
    const isHeld = new Promise<void>(resolve => (send = resolve))
    await page.route('**/api/fav-unfav-link', async route => {
      await isHeld
      await route.continue()
    })
    await findCard(page, 'Dear').getByRole('link').first().focus()
    await page.keyboard.press('f')
    const mark = findCard(page, 'Dear').getByRole('button', { name: 'Remove from favourites' }).first()
    await mark.waitFor({ state: 'attached' })
    await save('Another')
    await findCard(page, 'Another').waitFor()
    expect(await mark.count()).toBe(1)
    const answered = page.waitForResponse('**/api/fav-unfav-link')
    send()
    await answered
    expect((await ada.call(listFavouriteLinks, {})).total).toBe(1)
    await mark.waitFor({ state: 'attached' })
    await page.keyboard.press('f')
    await expect.poll(async () => (await ada.call(listFavouriteLinks, {})).total).toBe(0)
  })

  test('X02 every page shows user input as text', async () => {
    const html = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    const folder = await ada.call(createCollection, { name: html.slice(0, 50), desc: html })
    const link = await save(html, folder._id, { desc: html, tags: ['<b>tag</b>'] })
    for (const path of ['/dashboard', `/c/${folder._id}`, `/l/${link._id}`, '/search/?q=onerror&type=link']) {
      const page = await env.open(ada, path)
      page.on('dialog', () => expect.unreachable())
      await page.getByText('<img src=x').first().waitFor()
      expect(await page.locator('img[src="x"]').count()).toBe(0)
    }
  })

  test('LINK-14 long, right-to-left and wide-character titles do not widen the page, also on the phone', async () => {
    await save('A'.repeat(300))
    await save('كيف تُبنى البيوت الطينية في وادي حضرموت')
    await save('東京の喫茶店をめぐる — 昭和の椅子と珈琲、そして窓辺の時間'.repeat(3))
    for (const width of [1440, 320]) {
      const page = await env.open(ada, '/dashboard', { width, height: 844 })
      await findCard(page, '東京').waitFor()
      await expectNoHorizontalScroll(page)
    }
  })
})

describe('LINK one link', () => {
  test('LINK-01 a link opens in a dialog over the list, and closing it restores address and focus', async () => {
    for (let n = 1; n <= 30; n++) await save(`Card ${String(n).padStart(2, '0')}`)
    const page = await env.open(ada, '/dashboard')
    await findCard(page, 'Card 30').waitFor()
    const open = findCard(page, 'Card 12').getByRole('link').first()
    await open.scrollIntoViewIfNeeded()
    await open.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Card 12').first().waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/l\//)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
      .toContain('Card 12')
  })

  test('LINK-02 LINK-03 the page of a link opens with a tracking suffix, and a missing link shows its text', async () => {
    const link = await save('Alone')
    await ada.call(favouriteLink, { link_id: link._id, is_fav: 1 })
    const page = await env.open(ada, `/l/${link._id}?fbclid=xyz`)
    await findHeading(page, 'Alone').waitFor()
    await expectAccessible(page)
    const missing = await env.open(ada, '/l/nothing')
    await findHeading(missing, 'No link found').waitFor()
    await missing.getByRole('link', { name: 'Go to dashboard' }).waitFor()
    await expectAccessible(missing)
  })

  test('LINK-10 the page of a checklist ticks its items', async () => {
    const link = await save('Friday', undefined, {
      category: 4,
      link: '',
      check_list: [{ text: 'Salt', done: false }],
    })
    const page = await env.open(ada, `/l/${link._id}`)
    const saved = page.waitForResponse(response => response.url().endsWith('/update-link'))
    await page.getByRole('checkbox', { name: 'Salt' }).click()
    // An earlier reload would cancel the request.
    await saved
    await page.reload()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Salt' }).isChecked()).toBe(true)
  })
})
