import { saveLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { fillLibrary } from '../../apps/server/src/test/support/library.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, findHeading, openCardMenu } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import {
  expectAccessible,
  saveScreenshot,
  scrollUntilFound,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  const research = await addCollection(ada, 'Research')
  const turf = await addCollection(ada, 'Turf & timber', research)
  const save = (name: string, category: number, more = {}) =>
    ada.call(saveLink, {
      name,
      link: 'https://coldhouse.example.org/a',
      desc: 'Text',
      category,
      parent: turf,
      ...more,
    })
  await save('How turf houses made Iceland warm', 3, { tags: ['vernacular'] })
  await save('Plain title', 4, { desc: 'It mentions turf once in passing' })
  await save('東京の喫茶店をめぐる', 2)
  for (let n = 0; n < 60; n++) await save(`Balafon ${n}`, 5)
})

const findSearchField = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })

describe('SRCH the search page', () => {
  test('SRCH-01 SRCH-04 typing shows results with marked terms, and the address contains the query', async () => {
    const page = await env.open(ada, '/dashboard')
    await page.getByText('Recent links').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('turf')
    await findHeading(page, /Results for.*turf/).waitFor()
    // While the user types, the results of "tur" can come first.
    await expect
      .poll(() => findCard(page, 'How turf houses made').locator('mark').allInnerTexts())
      .toEqual(['turf'])
    expect(new URL(page.url()).searchParams.get('q')).toBe('turf')
    await expectAccessible(page)
    await findSearchField(page).fill('喫茶')
    await findCard(page, '東京の喫茶店').waitFor()
    await page.goBack()
    await page.getByText('Recent links').or(findCard(page, 'How turf houses made')).first().waitFor()
  })

  test('SRCH-04 the address of a search shows its results, and scrolling loads more', async () => {
    const page = await env.open(ada, '/search/?q=balafon&type=link')
    await findCard(page, 'Balafon').waitFor()
    await page
      .getByText(/60 links/)
      .first()
      .waitFor()
    await scrollUntilFound(page, findCard(page, 'Balafon 0'))
    await findCard(page, 'Balafon 0').waitFor()
  })

  test('SRCH-03 LINK-08 NAV-04 a summary card opens the search for its category, a tag address the search for the tag', async () => {
    const page = await env.open(ada, '/dashboard')
    await page
      .getByRole('link', { name: /Videos/ })
      .first()
      .click()
    await findCard(page, '東京の喫茶店').waitFor()
    const address = new URL(page.url()).searchParams
    expect([address.get('q'), address.get('type')]).toEqual(['watch', 'category'])
    const tagged = await env.open(ada, '/search/?q=vernacular&type=tag')
    await findCard(tagged, 'How turf houses made').waitFor()
    expect(await tagged.getByRole('article').filter({ hasText: 'Balafon' }).count()).toBe(0)
  })

  test('SRCH-05 a search without a match shows its text', async () => {
    const page = await env.open(ada, '/search/?q=zzzzzz&type=link')
    await page.getByText('No results matching your query!').waitFor()
    await expectAccessible(page)
    // Only a collection is found.
    await page.goto('/search/?q=research')
    await page.getByText('0 links, 1 collection').waitFor()
    await page.getByRole('heading', { name: /^Collections/ }).waitFor()
    expect(await page.getByText('No results matching your query!').count()).toBe(0)
  })

  test('SRCH-05 the page repeats a search that the server rejected for too many calls after the given time', async () => {
    const page = await env.open(ada, '/dashboard')
    let refused = 0
    await page.route('**/api/search-links-folders', route => {
      if (refused === 2) return route.fallback()
      refused++
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        json: { status: 429, message: 'Too many calls', code: 'request.tooMany', data: null },
      })
    })
    await page.goto('/search/?q=warm&type=link')
    await page.getByText('Looking for your links').first().waitFor()
    await findCard(page, 'How turf houses made').waitFor()
    expect(refused).toBe(2)
    expect(await page.getByText('Too many calls').count()).toBe(0)
  })

  test('SRCH-01 SRCH-06 dims results of the previous query and makes them inert until the new ones arrive', async () => {
    const page = await env.open(ada, '/search/?q=turf&type=link')
    const found = findCard(page, 'How turf houses made')
    await found.waitFor()
    const heading = page.getByRole('heading', { level: 1 })
    const counts = page.getByRole('main').getByRole('status').filter({ hasText: 'links' })
    const before = await counts.innerText()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await found.getByRole('checkbox').click()
    const bar = page.getByRole('toolbar', { name: 'Selected links' })
    await bar.waitFor()
    let refuse = true
    let refused = 0
    await page.route('**/api/search-*', route => {
      if (!refuse || !route.request().postData()?.includes('balafon')) return route.fallback()
      refused++
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        json: { status: 429, message: 'Too many calls', code: 'request.tooMany', data: null },
      })
    })
    await findSearchField(page).first().fill('balafon')
    await expect.poll(() => refused).toBeGreaterThan(1)
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('balafon')
    expect(await heading.innerText()).toBe('Results for “turf”')
    expect(await counts.innerText()).toBe(before)
    await page.locator('[aria-busy=true]', { has: page.getByText('How turf houses made') }).waitFor()
    const opacity = () => found.evaluate(card => getComputedStyle(card.closest('[aria-busy=true]')!).opacity)
    await expect.poll(opacity).toBe('0.5')
    expect(await bar.count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Select/ }).isDisabled()).toBe(true)
    // Pointer and keyboard cannot reach a link.
    expect(await found.evaluate(card => card.closest('[inert]') !== null)).toBe(true)
    // The counts of the previous query are hidden.
    const chips = page.getByRole('navigation', { name: 'Search for' })
    expect(await chips.getByText(/^\d/).locator('visible=true').count()).toBe(0)
    refuse = false
    await findCard(page, 'Balafon').waitFor()
    expect(await heading.innerText()).toBe('Results for “balafon”')
    expect(await page.locator('[inert], [aria-busy=true]').count()).toBe(0)
    expect(await bar.count()).toBe(0)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await bar.waitFor()
  })

  test('SRCH-06 the menu of a result offers Edit and trashes the link', async () => {
    const page = await env.open(ada, '/search/?q=passing&type=link')
    await openCardMenu(page, 'Plain title')
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
    await page.getByRole('menuitem', { name: 'Trash' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /delete|trash/i })
      .last()
      .click()
    await page.getByText('Link was deleted successfully').waitFor()
    await page.getByText('No results matching your query!').waitFor()
  })

  test('SRCH-01 the search opens from the navigation bar on the phone', async () => {
    const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
    await page.getByText('Recent links').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByText('Search').click()
    // It opens the palette, which links to the search page.
    await page.getByRole('dialog').getByRole('combobox').fill('iceland')
    await page.getByRole('option', { name: 'Search everything for “iceland”' }).click()
    await findCard(page, 'How turf houses made').waitFor()
    // Touch targets need 40 px.
    for (const target of await page.locator('header, form[role=search]').getByRole('button').all()) {
      const { width, height } = (await target.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(40)
    }
    await saveScreenshot(page, 'search-phone')
    await expectAccessible(page)
  })

  test('SRCH-07 the search field suggests operators and tags, and the address contains query and order', async () => {
    const page = await env.open(ada, '/dashboard')
    await page.getByText('Recent links').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('ta')
    await page.getByRole('option', { name: /tag:/ }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    expect(await findSearchField(page).inputValue()).toBe('tag:')
    await page.getByRole('option', { name: /#vernacular/ }).waitFor()
    await page.keyboard.type('ver')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await list.getByRole('option', { name: /#vernacular/ }).waitFor()
    await expectAccessible(page)
    // Tab completes an operator with the first suggestion.
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Remove tag vernacular' }).waitFor()
    expect(await findSearchField(page).inputValue()).toBe('')
    await findCard(page, 'How turf houses made').waitFor()
    expect(await page.getByRole('article').filter({ hasText: 'Plain title' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Clear search' }).click()
    await findSearchField(page).fill('balafon -"balafon 1" type:audio')
    await page
      .getByText(/59 links/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Best first' }).click()
    await page.getByRole('menuitemradio', { name: 'Oldest first' }).click()
    await findCard(page, 'Balafon 0').waitFor()
    expect(new URL(page.url()).searchParams.get('order')).toBe('oldest')
    await page.reload()
    await findCard(page, 'Balafon 0').waitFor()
    expect(await findSearchField(page).inputValue()).toBe('balafon -"balafon 1"')
    await page.getByRole('button', { name: 'Remove type audio' }).waitFor()
  })

  test('SRCH-07 a suggested collection opens', async () => {
    const page = await env.open(ada, '/dashboard')
    await page.getByText('Recent links').waitFor()
    await findSearchField(page).fill('timb')
    const option = page.getByRole('option', { name: /Turf & timber/ })
    await option.waitFor()
    expect(await option.innerText()).toContain('Research')
    await option.click()
    await findHeading(page, 'Turf & timber').waitFor()
  })

  test('SRCH-07 SHR-06 the search finds shared links and collections, names their owner, and suggests them after in:', async () => {
    const [turf] = (await ada.call(searchLibrary, { input: 'timber', type: 'collection' })).folders
    const rosa = await env.signIn('rosa')
    await rosa.call(saveLink, { name: 'A turf of my own', link: 'https://example.org', category: 3 })
    await ada.call(setPermissions, { folder_id: turf!._id, read: 1, write: 0, read_members: [rosa.id] })
    const page = await env.open(rosa, '/search/?q=turf')
    const found = findCard(page, 'How turf houses made')
    await found.getByText('Shared by ada').waitFor()
    expect(await findCard(page, 'A turf of my own').getByText('Shared by').count()).toBe(0)
    const collectionCard = findCard(page, 'Turf & timber')
    await collectionCard.getByText('Shared by ada').waitFor()
    await collectionCard.getByText(`${turf!.links_count} links`).waitFor()
    await expectAccessible(page)
    // A category search agrees with the dashboard, which counts the links of the user.
    await page.goto('/search/?q=explore&type=category')
    await findCard(page, 'A turf of my own').waitFor()
    expect(await found.count()).toBe(0)
    const chip = page.getByRole('navigation', { name: 'Search for' }).getByRole('link', { name: /^Link/ })
    await expect.poll(() => chip.innerText()).toContain('1')
    await page.goto('/search/?q=turf')
    await found.waitFor()
    await findSearchField(page).fill('houses in:tim')
    await page.getByRole('option', { name: /Turf & timber/ }).click()
    await page.waitForURL(url => url.searchParams.get('q')?.includes('in:"Turf & timber"') ?? false)
    await found.waitFor()
    await page
      .getByRole('button', { name: 'List', exact: true })
      .or(page.getByRole('radio', { name: 'List' }))
      .first()
      .click()
    await page
      .getByRole('article')
      .filter({ hasText: 'How turf houses made' })
      .getByText('Shared by ada')
      .waitFor()
    await openCardMenu(page, 'How turf houses made')
    expect(await page.getByRole('menuitem', { name: /Edit|Move|Trash|Share/ }).count()).toBe(0)
  })

  test('SRCH-01 a count that stops at 10,000 shows 10,000+ in heading, selection and dialogs', async () => {
    const bea = await env.signIn('bea', 2)
    await fillLibrary(env.app.services.db, bea, { links: 12_000, collections: 20, tags: 10 }, bea.id)
    const page = await env.open(bea, '/search/?q=common&type=link')
    await page.getByRole('heading', { level: 2, name: 'Links 10,000+' }).waitFor()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('article').first().getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Select all 10,000+' }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected links' })
    await bar.getByText('10,000+ selected').waitFor()
    for (const [action, question] of [
      ['Move', /10,000\+ links/],
      ['Tag', 'Tag 10,000+ links'],
      ['Trash', 'Move 10,000+ links to trash?'],
    ] as const) {
      await bar.getByRole('button', { name: action }).click()
      await page.getByRole('dialog').getByText(question).first().waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })
})
