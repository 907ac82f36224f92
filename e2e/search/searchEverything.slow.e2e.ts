import { saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  const turf = await addCollection(ada, 'Turf & timber', await addCollection(ada, 'Research'))
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
})

const findSearchField = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })

describe('SRCH the search for everything', () => {
  test('SRCH-02 SRCH-07 every plan searches everything by default, and offers the other types as choices', async () => {
    const finn = await env.signIn('finn', 1)
    const parent = await addCollection(finn, 'Kelp forest')
    const save = (name: string, more: object) =>
      finn.call(saveLink, { name, link: 'https://example.org/1', category: 3, desc: '', parent, ...more })
    await save('By description', { desc: 'About kelp' })
    await save('By tag', { tags: ['kelp'] })
    await save('By address', { link: 'https://kelp.example.org/2' })
    await save('Kelp by title', {})
    await save('Other', {})
    for (const [person, types] of [
      [finn, ['Everything', 'Link', 'Collection', 'Tags']],
      [ada, ['Everything', 'Link Title', 'Link Url', 'Collection Name', 'Tags']],
    ] as const) {
      const page = await env.open(person, '/search/?q=kelp')
      const chips = page.getByRole('navigation', { name: 'Search for' })
      await chips.getByText('Everything').waitFor()
      expect(await chips.locator('[aria-current=true]').innerText()).toBe('Everything')
      await page.getByRole('button', { name: 'Search for: Everything' }).click()
      await expect.poll(() => page.getByRole('menuitemradio').allInnerTexts()).toEqual(types)
      await page.keyboard.press('Escape')
    }
    const page = await env.open(finn, '/search/?q=kelp')
    for (const name of ['By description', 'By tag', 'By address', 'Kelp by title', 'Kelp forest'])
      await findCard(page, name).waitFor()
    expect(await findCard(page, 'Other').count()).toBe(0)
    await page.getByRole('navigation', { name: 'Search for' }).getByText('Link', { exact: true }).click()
    await expect.poll(() => findCard(page, 'Kelp forest').count()).toBe(0)
    await findCard(page, 'By tag').waitFor()
  })

  test('SRCH-01 the keyboard moves from the field to the results and back, Enter opens, Esc leaves the search', async () => {
    const page = await env.open(ada, '/collections')
    await findHeading(page, 'Collections').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('timber')
    await findCard(page, 'Turf & timber').waitFor()
    await page.getByRole('button', { name: 'Back to Collections' }).waitFor()
    await page.keyboard.press('ArrowDown')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Turf & timber')
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => findSearchField(page).evaluate(field => field === document.activeElement))
      .toBe(true)
    await findSearchField(page).fill('turf')
    await findCard(page, 'How turf houses made').waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Turf & timber')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toContain('How turf houses made')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('Turf & timber')
    await page.keyboard.press('Escape')
    await findHeading(page, 'Collections').waitFor()
    expect(new URL(page.url()).pathname).toBe('/collections')
    // Enter keeps the results and marks the first one. The next Enter opens it.
    await page.keyboard.press('/')
    await page.keyboard.type('iceland warm')
    await page.keyboard.press('Enter')
    await page.locator('article[data-marked]').filter({ hasText: 'How turf houses made' }).waitFor()
    await page.getByText('Press Enter again to open the first result').waitFor({ state: 'attached' })
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toContain('How turf houses made')
    expect(await page.locator('article[data-marked]').count()).toBe(0)
    // Also if both are pressed before the results are there.
    await page.keyboard.press('/')
    await page.keyboard.type('iceland warm')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/l\//)
    const overlay = page.getByRole('dialog')
    await overlay.getByRole('heading', { name: 'How turf houses made' }).waitFor()
    await page.keyboard.press('Escape')
    // While the overlay is open it has the focus, and its text has the title as well.
    await overlay.waitFor({ state: 'detached' })
    await expect.poll(focused).toContain('How turf houses made')
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/collections/)
  })

  test('SRCH-07 on a phone, the row of suggestions leaves no large gap above the results', async () => {
    const page = await env.open(ada, '/search/?q=Plain', { width: 390 })
    await findCard(page, 'Plain title').waitFor()
    const types = (await page.getByRole('navigation', { name: 'Search for' }).boundingBox())!
    const head = (await page.getByRole('heading', { name: 'Links' }).boundingBox())!
    // A row of 44 px, and some room.
    expect(head.y - types.y - types.height).toBeLessThan(70)
  })

  for (const width of [1440, 390])
    test(`SRCH-07 filters from the results narrow a search, and suggestions cover no result, at ${width}`, async () => {
      const page = await env.open(ada, '/search/?q=turf', { width })
      await findCard(page, 'How turf houses made').waitFor()
      const narrow = page.getByRole('navigation', { name: 'Narrow down' })
      await narrow.getByRole('link', { name: /vernacular/ }).click()
      await page.waitForURL(url => url.searchParams.get('q') === 'tag:vernacular turf')
      await expect.poll(() => findCard(page, 'Plain title').count()).toBe(0)
      // The operator is a chip in the field, and the words remain text.
      const chip = page.getByRole('button', { name: 'Remove tag vernacular' })
      await chip.waitFor()
      await findHeading(page, 'Results for “turf”').waitFor()
      expect(await findSearchField(page).first().inputValue()).toBe('turf')
      const card = findCard(page, 'How turf houses made')
      const { y } = (await card.boundingBox())!
      const field = findSearchField(page).first()
      await field.press('End')
      await field.pressSequentially(' type:li')
      // The results remain while the operator is typed.
      await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('tag:vernacular turf')
      const list = page.getByRole('listbox', { name: 'Suggestions' })
      await list.getByRole('option', { name: /type:link/ }).waitFor()
      const box = (await list.boundingBox())!
      expect(box.y + box.height).toBeLessThanOrEqual(
        (await page.getByRole('article').first().boundingBox())!.y,
      )
      expect((await card.boundingBox())!.y).toBe(y)
      await expectAccessible(page)
      await saveScreenshot(page, `search-suggestions-${width}`)
      await list.getByRole('option', { name: /type:link/ }).click()
      await page.getByRole('button', { name: 'Remove type link' }).waitFor()
      await page.waitForURL(url => url.searchParams.get('q') === 'tag:vernacular turf type:link')
      await expect.poll(() => field.inputValue()).toBe('turf ')
      await expectAccessible(page)
      await saveScreenshot(page, `search-chips-${width}`)
      // Backspace at the start selects the last operator, then removes it. A click removes one too.
      await field.press('Home')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Backspace')
      await page.waitForURL(url => url.searchParams.get('q') === 'tag:vernacular turf')
      await chip.click()
      await page.waitForURL(url => url.searchParams.get('q') === 'turf')
      await findCard(page, 'Plain title').waitFor()
      await expectNoHorizontalScroll(page)
    })

  for (const [width, dark] of [
    [1440, true],
    [390, false],
  ] as const)
    test(`SRCH-04 a result shows where its match is, at ${width}`, async () => {
      const page = await env.open(ada, '/search/?q=turf', { width, dark })
      await findCard(page, 'Plain title').getByText('in the note', { exact: true }).waitFor()
      const titled = findCard(page, 'How turf houses made')
      await titled.getByText('turf', { exact: true }).waitFor()
      expect(await titled.getByText(/^in the/).count()).toBe(0)
      await page.getByRole('radio', { name: 'List' }).click()
      await findCard(page, 'Plain title').getByText('in the note', { exact: true }).waitFor()
      await expectAccessible(page)
      await saveScreenshot(page, `search-reasons-${width}`)
      await findSearchField(page).first().fill('vernacular')
      const tagged = findCard(page, 'How turf houses made')
      await tagged.getByText('in the tags', { exact: true }).waitFor()
      await saveScreenshot(page, `search-reasons-${width}-tags`)
      await findSearchField(page).first().fill('coldhouse')
      await findCard(page, 'Plain title').getByText('in the address', { exact: true }).waitFor()
      await page.getByRole('radio', { name: 'Grid' }).click()
      await findCard(page, 'Plain title').getByText('in the address', { exact: true }).waitFor()
      await expectNoHorizontalScroll(page)
    })

  test('SRCH-05 a search without a result suggests the nearest spelling', async () => {
    const page = await env.open(ada, '/search/?q=zzzzzz')
    await page.getByText('No results matching your query!').waitFor()
    expect(await page.getByText('Did you mean').count()).toBe(0)
    await page.goto('/search/?q=icelnad')
    await page.getByText('Did you mean').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'iceland', exact: true }).click()
    await findCard(page, 'How turf houses made').waitFor()
  })
})

test('NAV-06 Enter in the palette before its answer opens the found link', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to anything' }).waitFor()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  // On a slow machine the words are typed slowly enough for several searches.
  await page.route('**/search-links-folders', async route => {
    asked.resolve()
    await answer.promise
    await route.fallback()
  })
  await page.keyboard.type('iceland')
  await page.keyboard.press('Enter')
  await asked.promise
  answer.resolve()
  await findHeading(page, 'How turf houses made Iceland warm').waitFor()
})

test('NAV-06 the palette suggests the nearest spelling, and Enter accepts it', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Go to anything' })
  await field.waitFor()
  await page.keyboard.type('icelnad')
  await page.getByRole('option', { name: 'Did you mean “iceland”?', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('iceland')
  await page.getByRole('option', { name: /How turf houses made Iceland warm/ }).waitFor()
})
