import { getLink, saveLink } from '@nestmark/contract/links/links'
import { getReadingPlace } from '@nestmark/contract/reading/readingPlace'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCollection } from '../support/collectionFixture.ts'
import { openMenu, press } from '../support/menuCheck.ts'
import { findCard } from '../support/pageElements.ts'
import {
  article,
  distanceOf,
  type ReaderFixture,
  scroller,
  scrollTo,
  startReader,
  writeArticle,
} from './readerFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  waitForIdle,
} from '../support/testEnvironment.ts'

let fixture: ReaderFixture
let houses: string
/** The links of the collection; by title they are in this order, by date in the other one. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  fixture = await startReader()
  const { ada, save } = fixture
  houses = await addCollection(ada, 'Turf houses')
  for (const name of ['Alder', 'Birch', 'Cedar']) ids[name] = await save(name, writeArticle(name), houses)
  ids.Dune = (await ada.call(saveLink, { name: 'Dune', category: 4, desc: 'A note', parent: houses }))._id
})
afterAll(() => fixture.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const open = (name: string, width: number, dark = false) =>
  fixture.env.open(fixture.ada, `/l/${ids[name]}/read`, { width, dark })

test('READ-02 a reload keeps the place in the list from which the reader opened', async () => {
  const page = await fixture.env.open(fixture.ada, `/c/${houses}?sort=title&category=explore`)
  await press(page, findCard(page, 'Birch').getByRole('link', { name: 'Birch' }))
  await press(page, page.getByRole('link', { name: 'Read', exact: true }))
  await page.getByText('2 of 3').waitFor()
  await page.reload()
  await heading(page, 'Birch').waitFor()
  await page.getByText('2 of 3').waitFor()
  await page.getByRole('link', { name: 'Turf houses' }).waitFor()

  // The list that is counted is named.
  await page.goto('/dashboard')
  await press(page, findCard(page, 'Birch').getByRole('link', { name: 'Birch' }))
  await press(page, page.getByRole('link', { name: 'Read', exact: true }))
  await page.getByText('3 of 4').waitFor()
  await page.getByRole('link', { name: 'Dashboard' }).waitFor()
})

test('READ-02 the neighbours are those of the list from which the reader opened', async () => {
  const page = await fixture.env.open(fixture.ada, `/c/${houses}?sort=title`)
  await press(page, findCard(page, 'Birch').getByRole('link', { name: 'Birch' }))
  await press(page, page.getByRole('link', { name: 'Read', exact: true }))
  await heading(page, 'Birch').waitFor()
  const next = page.getByRole('link', { name: /^Next/ })
  await next.waitFor()
  await page.getByText('2 of 4').waitFor()
  expect(await page.getByRole('link', { name: /^Previous/ }).textContent()).toContain('Alder')
  await page.keyboard.press('j')
  await heading(page, 'Cedar').waitFor()
  await page.getByRole('link', { name: /^Previous/ }).waitFor()
  await saveScreenshot(page, 'reader-neighbours')
  await page.keyboard.press('k')
  await heading(page, 'Birch').waitFor()
  // The note has no copy to read: its page opens over the list.
  await press(page, next)
  await heading(page, 'Cedar').waitFor()
  await expect.poll(() => next.getAttribute('href')).toBe(`/l/${ids.Dune}`)
  await press(page, next)
  await page.getByRole('dialog', { name: 'Dune' }).waitFor()
})

test('READ-02 a reader opened by its address goes through the collection, the newest first', async () => {
  const page = await open('Birch', 1440)
  await heading(page, 'Birch').waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^Next/ }).textContent()).toContain('Alder')
  await press(page, page.getByRole('link', { name: /^Previous/ }))
  await heading(page, 'Cedar').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(`**/l/${ids.Cedar}`)
})

test('READ-03 the sections are a menu on the phone', async () => {
  const page = await open('Alder', 390)
  await article(page).getByText('Paragraph 0 says').waitFor()
  const { entries } = await openMenu(page, page.getByRole('button', { name: 'Sections' }))
  expect(entries.map(entry => entry.label)).toEqual(['Part 5', 'Part 20', 'Part 35', 'Part 50'])
  await saveScreenshot(page, 'reader-sections-390')
  await press(page, page.getByRole('menuitemradio', { name: 'Part 35' }))
  await expect.poll(() => distanceOf(page, 35)).toBeLessThan(120)
  await expectNoHorizontalScroll(page)
})

/** Returns the texts that are marked on the page, and the current one. */
const readMarks = (page: Page) =>
  page.evaluate(() =>
    ['reader-matches', 'reader-match'].map(name =>
      [...(CSS.highlights.get(name) ?? [])].map(
        ({ startContainer, startOffset, endContainer, endOffset }) => {
          const range = document.createRange()
          range.setStart(startContainer, startOffset)
          range.setEnd(endContainer, endOffset)
          return range.toString()
        },
      ),
    ),
  )

test('READ-04 the reader finds words without case and diacritics', async () => {
  const html = writeArticle('Sigríður', 40).replace(
    'Paragraph 33 says',
    'Paragraph 33, by Guðrún <b>of</b> Keldur, says',
  )
  ids.Find = await fixture.save('Sigríður', html, houses)
  const page = await open('Find', 1440)
  await article(page).getByText('Paragraph 0 says').waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('textbox', { name: 'Find in this article' })
  await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
  await field.fill('GUDRUN OF KELD')
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await expect.poll(() => readMarks(page)).toEqual([['Guðrún of Keld'], ['Guðrún of Keld']])
  await expect
    .poll(() =>
      article(page)
        .getByText('Guðrún')
        .evaluate(element => {
          const { top } = element.getBoundingClientRect()
          return top > 0 && top < innerHeight
        }),
    )
    .toBe(true)
  await field.fill('skins of sod')
  // The first match from the visible line on is the current one.
  const count = page.getByText(/^\d+ of 160$/)
  await count.waitFor()
  const first = Number.parseInt((await count.textContent())!, 10)
  expect(first).toBeGreaterThan(100)
  await page.keyboard.press('Enter')
  await page.getByText(`${first + 1} of 160`).waitFor()
  await press(page, page.getByRole('button', { name: 'Previous match' }))
  await page.getByText(`${first} of 160`).waitFor()
  await saveScreenshot(page, 'reader-find')
  await expectAccessible(page)
  await field.fill('no such words here')
  await page.getByText('No match').waitFor()
  await field.press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(await readMarks(page)).toEqual([[], []])
  // The next Esc closes the reader.
  await page.keyboard.press('Escape')
  await page.waitForURL(`**/l/${ids.Find}`)
})

test('READ-04 the reader opens at the words of the search', async () => {
  const page = await fixture.env.open(fixture.ada, `/search/?q=${encodeURIComponent('paragraph 33')}`, {
    width: 390,
  })
  await press(page, findCard(page, 'Cedar').getByRole('link', { name: 'Cedar' }).first())
  await press(page, page.getByRole('link', { name: 'Read', exact: true }))
  await page.getByRole('textbox', { name: 'Find in this article' }).waitFor()
  await page.getByText('1 of 1', { exact: true }).waitFor()
  const distance = await distanceOf(page, 33)
  expect(distance).toBeGreaterThan(0)
  expect(distance).toBeLessThan(700)
  // No one has read so far: the place is not stored.
  await page.reload()
  await page.getByText('1 of 1', { exact: true }).waitFor()
  expect(await fixture.ada.call(getReadingPlace, { link_id: ids.Cedar! })).toBeNull()
})

/** Replaces the voices of the operating system, of which a test machine has none. */
const addVoice = (page: Page) =>
  page.addInitScript(() => {
    const spoken: SpeechSynthesisUtterance[] = []
    const voice = { lang: 'en-US', name: 'Test', default: true, localService: true, voiceURI: 'test' }
    Object.assign(window, {
      spoken,
      SpeechSynthesisUtterance: class extends EventTarget {
        text: string
        constructor(text: string) {
          super()
          this.text = text
        }
      },
    })
    Object.defineProperty(window, 'speechSynthesis', {
      value: Object.assign(new EventTarget(), {
        getVoices: () => [voice],
        speak: (utterance: SpeechSynthesisUtterance) => spoken.push(utterance),
        cancel: () => spoken.at(-1)?.dispatchEvent(new Event('error')),
      }),
    })
  })
const spokenTexts = (page: Page) =>
  page.evaluate(() => (window as unknown as { spoken: { text: string }[] }).spoken.map(each => each.text))
const endUtterance = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { spoken: EventTarget[] }).spoken.at(-1)!.dispatchEvent(new Event('end')),
  )

test('READ-05 the reader reads the article aloud from the visible paragraph on', async () => {
  const page = await open('Birch', 1440)
  await article(page).getByText('Paragraph 0 says').waitFor()
  const listen = page.getByRole('button', { name: 'Read aloud' })
  const hasVoices = await page.evaluate(() => speechSynthesis.getVoices().length > 0)
  expect(await listen.count()).toBe(hasVoices ? 1 : 0)
  await addVoice(page)
  await page.reload()
  await article(page).getByText('Paragraph 0 says').waitFor()
  await scrollTo(page, 12)
  await expect.poll(() => distanceOf(page, 12)).toBe(50)
  await page.keyboard.press('l')
  await expect.poll(async () => (await spokenTexts(page)).at(-1)).toMatch(/^Paragraph 12 says/)
  const marked = article(page).locator('[data-aloud]')
  expect(await marked.textContent()).toMatch(/^Paragraph 12/)
  await saveScreenshot(page, 'reader-aloud')
  await expectAccessible(page)
  while (!(await spokenTexts(page)).at(-1)!.startsWith('Paragraph 13')) await endUtterance(page)
  expect(await marked.textContent()).toMatch(/^Paragraph 13/)
  // A pause resumes at the same sentence.
  await press(page, page.getByRole('button', { name: 'Pause' }))
  const { length } = await spokenTexts(page)
  await press(page, page.getByRole('button', { name: 'Resume' }))
  await expect.poll(async () => (await spokenTexts(page)).slice(length)).toHaveLength(1)
  expect((await spokenTexts(page)).at(-1)).toMatch(/^Paragraph 13/)
  await press(page, page.getByRole('button', { name: 'Stop', exact: true }))
  expect(await marked.count()).toBe(0)
})

test('READ-08 F, Space, + and ? act in the reader, and every key is in the list of shortcuts', async () => {
  ids.Elm = await fixture.save('Elm', writeArticle('Elm'), houses)
  const page = await open('Elm', 1440)
  await article(page).getByText('Paragraph 0 says').waitFor()
  const isFavourite = async () => (await fixture.ada.call(getLink, { link_id: ids.Elm! })).link.favourite
  await page.keyboard.press('f')
  await expect.poll(isFavourite).toBe(1)
  // An answer from before the change would show the previous state again.
  await waitForIdle(page)
  await page.keyboard.press('f')
  await expect.poll(isFavourite).toBe(0)
  const top = () => scroller(page).evaluate(element => element.scrollTop)
  const height = await scroller(page).evaluate(element => element.clientHeight)
  await page.keyboard.press('Space')
  // Two lines of 19 px by 1.7 stay.
  await expect.poll(top).toBeCloseTo(height - 2 * 19 * 1.7, -1)
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+Space')
  await expect.poll(top).toBeCloseTo(height - 2 * 19 * 1.7, -1)
  await page.keyboard.press('?')
  const list = page.getByRole('dialog').getByRole('region', { name: 'Reader' })
  for (const text of [
    'Next or previous link',
    'Find in the article',
    'Read aloud, pause',
    'Page down, page up',
  ])
    await list.getByText(text).waitFor()
  // The keys of the reader wait while a dialog is open.
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await heading(page, 'Elm').waitFor()
})
