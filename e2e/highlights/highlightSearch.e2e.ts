import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import {
  addHeat,
  addHighlights,
  addTurf,
  drainage,
  findHighlightGroup,
  findHighlightRow,
  turfTitle,
  wall,
} from './highlightFixture.ts'
import { expectAccessible, useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

describe('HL lists of highlights', () => {
  test('HL-03 a search runs on Enter and on the icon only, by text or by url, and Clear returns to the list', async () => {
    await addTurf(ada)
    await addHeat(ada)
    const page = await env.open(ada, '/highlights')
    await page.getByText('5 on 2 pages').waitFor()
    const calls: unknown[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/search-highlights')) calls.push(request.postDataJSON())
    })
    const field = page.getByRole('search', { name: 'Search highlights' }).getByRole('searchbox')
    await field.fill('drainage')
    await waitForIdle(page)
    expect(calls).toEqual([])
    await field.press('Enter')
    await page.getByText('1 highlight on 1 page').waitFor()
    // The page repeats it when its live updates begin and report the highlights as changed.
    expect(calls).toContainEqual({ type: 2, input: 'drainage', page: 1 })
    expect(await page.getByRole('article').count()).toBe(1)
    expect(await page.locator('mark').allTextContents()).toEqual(['drainage'])
    await findHighlightGroup(page, turfTitle).getByText('1 of 4 highlights').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Search by: Highlight text' }).click()
    const types = page.getByRole('menuitemradio')
    expect(await types.allTextContents()).toEqual(['Highlight url', 'Highlight text'])
    await types.first().click()
    await field.fill('openheat.example')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await findHighlightGroup(page, 'Moisture transfer').waitFor()
    expect(calls.at(-1)).toEqual({ type: 1, input: 'openheat.example', page: 1 })
    expect(await findHighlightGroup(page, turfTitle).count()).toBe(0)
    await field.fill('nothing.example')
    await field.press('Enter')
    await page.getByText('No highlights found').waitFor()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click()
    await findHighlightGroup(page, turfTitle).waitFor()
    expect([await field.inputValue(), new URL(page.url()).search]).toEqual(['', ''])
  })

  test('HL-03 the list and the search scroll infinitely, each with its own page counter from 1', async () => {
    for (let n = 0; n < 60; n++) {
      // The newest page is the first.
      env.app.clock.now += 1000
      await addHighlights(ada, `https://example.org/${n}`, `Page ${n}`, [[`Words ${n} of sod`]])
    }
    const page = await env.open(ada, '/highlights')
    const counters: Record<string, Set<number>> = { all: new Set(), search: new Set() }
    page.on('request', request => {
      const [, name] = /\/api\/(all|search)-highlights$/.exec(request.url()) ?? []
      if (name) counters[name]?.add((request.postDataJSON() as { page: number }).page)
    })
    await page.reload()
    await page.getByText('60 on 60 pages').waitFor()
    const scrollTo = async (title: string) => {
      const wanted = findHighlightGroup(page, title)
      await expect
        .poll(async () => {
          await page.evaluate(() => scrollBy(0, innerHeight))
          return wanted.count()
        })
        .toBe(1)
    }
    await scrollTo('Page 0')
    expect([...counters.all!].sort()).toEqual([1, 2])
    const field = page.getByRole('searchbox', { name: 'Search highlights' })
    await page.evaluate(() => window.scrollTo(0, 0))
    await field.fill('sod')
    await field.press('Enter')
    await page.getByText('Highlights on more than 50 pages').waitFor()
    expect([...counters.search!]).toEqual([1])
    await scrollTo('Page 0')
    expect([...counters.search!].sort()).toEqual([1, 2])
    expect(await page.getByRole('article').count()).toBeLessThanOrEqual(400)
  })

  test('HL-03 the empty page and the loader have their texts', async () => {
    const page = await env.open(ada, '/testR')
    let answer = () => undefined as unknown
    const held = new Promise<void>(resolve => {
      answer = () => resolve()
    })
    await page.route('**/api/all-highlights', async route => {
      await held
      await route.continue()
    })
    await page.goto('/highlights')
    await page.getByRole('status').filter({ hasText: 'Looking for your highlights' }).waitFor()
    await expectAccessible(page)
    answer()
    await page.getByText('No highlights found').waitFor()
    await page
      .getByText('Text highlighted on web pages through browser extensions will appear here.')
      .waitFor()
    await page.getByRole('link', { name: 'Get the extension' }).waitFor()
    await expectAccessible(page)
  })

  test('HL-03 the chips show one colour, or highlights with a comment, with the counts of the library', async () => {
    await addTurf(ada)
    env.app.clock.now += 1000
    await addHeat(ada)
    const page = await env.open(ada, '/highlights')
    await page.getByText('5 on 2 pages').waitFor()
    const chips = page.getByRole('group', { name: 'Show highlights by colour' }).getByRole('button')
    await expect
      .poll(() => chips.allTextContents())
      .toEqual(['All5', 'Yellow2', 'Blue1', 'Pink1', 'Green1', 'With a comment1'])
    await chips.nth(2).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await findHighlightRow(page, drainage).waitFor()
    await chips.nth(5).click()
    await page.getByText('No highlights found').waitFor()
    await chips.nth(2).click()
    await findHighlightRow(page, wall).waitFor()
    await chips.nth(0).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(5)
    // The order of the pages.
    const titles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(await titles()).toEqual(['Moisture transfer', turfTitle])
    await page.getByRole('button', { name: 'Sort highlights: Newest first' }).click()
    await page.getByRole('menuitemradio', { name: 'Oldest first' }).click()
    await expect.poll(titles).toEqual([turfTitle, 'Moisture transfer'])
  })

  test('HL-03 the export saves all highlights as Markdown, CSV or JSON', async () => {
    await addTurf(ada)
    const page = await env.open(ada, '/highlights')
    await findHighlightRow(page, wall).waitFor()
    await page.getByRole('button', { name: 'Actions for highlights' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('nestmark-highlights.json')
    await page.getByText('nestmark-highlights.json was saved').waitFor()
  })

  test('HL-03 the search page and the palette lead to the highlights', async () => {
    await addTurf(ada)
    await addHeat(ada)
    const page = await env.open(ada, '/search/?q=drainage')
    await page.getByRole('main').getByRole('link', { name: 'Highlights', exact: true }).click()
    await page.getByText('1 highlight on 1 page').waitFor()
    await findHighlightRow(page, drainage).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: /Results for/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to anything' }).fill('highl')
    await page.getByRole('option', { name: 'Highlights' }).click()
    await page.getByText('5 on 2 pages').waitFor()
  })

  test('HL-03 clearing a search returns to the place in the list where it began', async () => {
    for (let n = 0; n < 20; n++) {
      env.app.clock.now += 1000
      await addHighlights(ada, `https://example.org/${n}`, `Page ${n}`, [[`Words ${n} of sod`]])
    }
    const page = await env.open(ada, '/highlights', { height: 700 })
    await findHighlightGroup(page, 'Page 19').waitFor()
    // The field is still in view. A new page stays at its top until there is input.
    const readScroll = () => page.evaluate(() => scrollY)
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, 40)
    await expect.poll(readScroll).toBe(40)
    const field = page.getByRole('searchbox', { name: 'Search highlights' })
    await field.fill('19')
    await field.press('Enter')
    await page.getByText('1 highlight on 1 page').waitFor()
    await page
      .getByRole('search', { name: 'Search highlights' })
      .getByRole('button', { name: 'Clear search' })
      .click()
    await expect.poll(readScroll).toBe(40)
  })
})
