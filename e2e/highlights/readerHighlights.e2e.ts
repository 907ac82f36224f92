import { getCopy, archivePage } from '@nestmark/contract/reading/copies'
import { deleteHighlight, pageHighlights, saveHighlight } from '@nestmark/contract/reading/highlights'
import { getLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCollection } from '../support/collectionFixture.ts'
import { findHighlightRow } from './highlightFixture.ts'
import { findSelectionBar, listPainted, selectWords } from './readerHighlightFixture.ts'
import { press } from '../support/menuCheck.ts'
import { article, type ReaderFixture, startReader } from '../reading/readerFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  viewports,
} from '../support/testEnvironment.ts'

const yellow =
  'A turf wall is two skins of sod with a core of earth and stone, often two metres through at the foot.'
const blue = 'Measured in 2019, the drainage layer did more for the warmth of the room'
const pink = 'could hear a wall that had been built by a careless man'
const filler = `<p>${'Driftwood came ashore, once or twice in a lifetime, from rivers in Siberia. '.repeat(6)}</p>`
const writePage = (changes: readonly (readonly [string, string])[] = []): string =>
  changes.reduce(
    (html, [from, to]) => html.replace(from, to),
    `<!doctype html><html lang="en"><title>How turf houses stay warm</title><article><h1>How turf houses stay warm</h1>
      <p>There was no timber to speak of.</p>${filler}<h2>A wall with a memory</h2><p>${yellow} It is laid wet. <em>${blue}</em>
      than another forty centimetres of wall.</p>${filler.repeat(4)}<h2>The edge board</h2><p>Guðrún’s grandmother ${pink}: it ticked, she
      said.</p>${filler.repeat(6)}</article></html>`,
  )

let fixture: ReaderFixture
let houses: string
beforeAll(async () => {
  fixture = await startReader({ planLimits: true })
  houses = await addCollection(fixture.ada, 'Turf houses')
})
afterAll(() => fixture.close())

const save = (name: string, html = writePage()) => fixture.save(name, html, houses)
async function addressOf(link_id: string): Promise<string> {
  const { link } = await fixture.ada.call(getLink, { link_id })
  return link.link
}
const margin = (page: Page) => page.getByRole('complementary', { name: 'Highlights' })

test.each(viewports)(
  'READ-09 the user highlights words of a copy in four colours and with a comment (%i px, dark: %s)',
  async (width, dark) => {
    const id = await save('Made here')
    const page = await fixture.env.open(fixture.ada, `/l/${id}/read`, { width, dark })
    const text = article(page)
    const list = width < 820 ? page.getByRole('dialog') : margin(page)
    await text.getByText('There was no timber').waitFor()
    await selectWords(text, yellow)
    const bar = findSelectionBar(page)
    await bar.waitFor()
    if (width < 820) expect((await bar.boundingBox())!.y + (await bar.boundingBox())!.height).toBe(1024)
    await press(page, bar.getByRole('button', { name: 'Highlight in yellow' }))
    await expect.poll(() => listPainted(page)).toEqual([[yellow], [], [], []])
    await bar.waitFor({ state: 'detached' })

    // A comment, by its key.
    await selectWords(text, blue)
    await bar.waitFor()
    await saveScreenshot(page, `reader-highlight-bar-${width}-${dark ? 'dark' : 'light'}`)
    if (width < 820) await press(page, bar.getByRole('button', { name: 'Highlight and comment' }))
    else await page.keyboard.press('c')
    const field = page.getByRole('textbox', { name: 'Comment for highlight' })
    await field.fill('The one number for the essay.')
    await page.keyboard.press('Control+Enter')
    await list.getByText('The one number for the essay.').waitFor()
    // The key of a colour acts on the current highlight.
    if (width < 820) await press(page, list.getByRole('button', { name: 'Blue', exact: true }))
    else await page.keyboard.press('2')
    await expect.poll(() => listPainted(page)).toEqual([[yellow], [blue], [], []])
    const stored = async () => {
      const found = await fixture.ada.call(pageHighlights, { url: await addressOf(id) })
      return found?.data.highlights.map(({ text: words, comm, style }) => [words, comm, style])
    }
    await expect.poll(stored).toEqual([
      [yellow, '', 1],
      [blue, 'The one number for the essay.', 2],
    ])
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `reader-highlights-${width}-${dark ? 'dark' : 'light'}`)
    if (width < 820) return

    // They are shown again, beside the text, at their sections, and reached by keys.
    await page.reload()
    await expect.poll(() => listPainted(page)).toEqual([[yellow], [blue], [], []])
    const sections = page.getByRole('navigation', { name: 'Sections' })
    await sections.getByRole('img', { name: '2 highlights' }).waitFor()
    await page.keyboard.press('n')
    await page.getByText('highlight 1 of 2').waitFor()
    await page.keyboard.press('n')
    await page.getByText('highlight 2 of 2').waitFor()
    await page.keyboard.press('p')
    await page.getByText('highlight 1 of 2').waitFor()
    // Each is beside its first line.
    const distance = () =>
      page.evaluate(() => {
        const [range] = [...CSS.highlights.get('nestmark-1')!] as Range[]
        const line = range!.getClientRects()[0]!
        const egg = document.querySelector('[data-current] svg')!.getBoundingClientRect()
        return Math.abs((line.top + line.bottom) / 2 - (egg.top + egg.bottom) / 2)
      })
    await expect.poll(distance).toBeLessThan(6)
    await page.keyboard.press('Delete')
    await page.getByText('Highlight deleted').waitFor()
    await expect.poll(() => listPainted(page)).toEqual([[], [blue], [], []])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => listPainted(page)).toEqual([[yellow], [blue], [], []])

    // Closed, the column keeps its eggs.
    await margin(page).getByRole('button', { name: 'Close highlights' }).click()
    await margin(page).getByRole('heading').waitFor({ state: 'detached' })
    expect(await margin(page).getByRole('button').count()).toBe(2)
    await margin(page).getByRole('button', { name: /^Blue/ }).click()
    await margin(page).getByText('The one number for the essay.').waitFor()
    // Esc leaves the highlight, then the reader.
    await page.keyboard.press('Escape')
    await page.getByText('2 highlights', { exact: true }).waitFor()
    expect(page.url()).toContain('/read')
  },
)

test('READ-10 a highlight that another page makes or deletes arrives without moving the text', async () => {
  const id = await save('Elsewhere')
  const url = await addressOf(id)
  const page = await fixture.env.open(fixture.ada, `/l/${id}/read`)
  const place = article(page).getByText('The edge board')
  await place.scrollIntoViewIfNeeded()
  const before = (await place.boundingBox())!
  const { highlight: created } = await fixture.ada.call(saveHighlight, {
    url,
    text: pink,
    style: 3,
    comm: 'On the tape',
  })
  await expect.poll(() => listPainted(page), { timeout: 5000 }).toEqual([[], [], [pink], []])
  await margin(page).getByText('On the tape').waitFor()
  expect(await place.boundingBox()).toEqual(before)
  await fixture.ada.call(deleteHighlight, { highlight_id: created._id })
  await expect.poll(() => listPainted(page), { timeout: 5000 }).toEqual([[], [], [], []])
  expect(await place.boundingBox()).toEqual(before)
})

test('READ-10 highlights survive a newer version of the copy, or the list shows them as changed or missing', async () => {
  const id = await save('Versions')
  const page = await fixture.env.open(fixture.ada, `/l/${id}/read`)
  await article(page).getByText('There was no timber').waitFor()
  for (const [words, style] of [
    [yellow, 1],
    [blue, 2],
    [pink, 3],
  ] as const) {
    await selectWords(article(page), words)
    await findSelectionBar(page).waitFor()
    await page.keyboard.press(String(style))
    await expect.poll(async () => (await listPainted(page))[style - 1]).toEqual([words])
  }
  fixture.change(
    id,
    writePage([
      ['<p>There was no timber', '<p>A new first paragraph.</p><p>There was no timber'],
      [blue, blue.replace('did more', 'did less')],
      [`<p>Guðrún’s grandmother ${pink}: it ticked, she\n      said.</p>`, ''],
    ]),
  )
  await fixture.ada.call(archivePage, { link_id: id })
  await expect
    .poll(async () => (await fixture.ada.call(getCopy, { link_id: id })).versions.length, { timeout: 20_000 })
    .toBe(2)
  await page.reload()
  await article(page).getByText('A new first paragraph.').waitFor()
  await expect.poll(() => listPainted(page)).toEqual([[yellow], [], [], []])
  await margin(page).getByText('Changed on the page').waitFor()
  await margin(page).getByText(blue).waitFor()
  await margin(page).getByText(blue.replace('did more', 'did less')).waitFor()
  await margin(page).getByRole('button', { name: '1 more, not on the page any more' }).click()
  const missing = margin(page).getByText(pink)
  await missing.waitFor()
  // Unfolded, it is below the others.
  const topOf = async (each: Locator) => (await each.boundingBox())!.y
  expect(await topOf(missing)).toBeGreaterThan(await topOf(margin(page).getByText('1 more')))
  await expectAccessible(page)
  await saveScreenshot(page, 'reader-highlights-changed')
  // The list of all highlights shows it too, and Enter leads back to the place in the reader.
  const url = await addressOf(id)
  await expect
    .poll(async () =>
      (await fixture.ada.call(pageHighlights, { url }))!.data.highlights.map(each => each.found),
    )
    .toEqual([undefined, 'changed', 'gone'])
  await page.goto('/highlights')
  await findHighlightRow(page, blue).getByText('Changed on the page').waitFor()
  await page.getByRole('button', { name: '1 more, not on the page any more' }).click()
  await findHighlightRow(page, pink).getByText('Not on the page any more').waitFor()
  await page.getByRole('region', { name: 'Versions' }).getByRole('article').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/read\?highlight=/)
})

test('HL-06 a reader of the link has highlights of their own, on the free plan five', async () => {
  const id = await save('Shared')
  const rosa = await fixture.env.signIn('rosa')
  await fixture.ada.call(setPermissions, { folder_id: houses, read: 1, write: 0, read_members: [rosa.id] })
  const url = await addressOf(id)
  await fixture.ada.call(saveHighlight, { url, text: yellow })
  for (const text of ['no timber', 'to speak of', 'laid wet', 'forty centimetres'])
    await rosa.call(saveHighlight, { url, text })
  const page = await fixture.env.open(rosa, `/l/${id}/read`)
  await expect.poll(async () => (await listPainted(page))[0]).toHaveLength(4)
  await selectWords(article(page), blue)
  await findSelectionBar(page).waitFor()
  await page.keyboard.press('2')
  await expect.poll(async () => (await listPainted(page))[1]).toEqual([blue])
  await expect.poll(async () => (await rosa.call(pageHighlights, { url }))?.count).toBe(5)
  await selectWords(article(page), pink)
  await findSelectionBar(page).waitFor()
  await page.keyboard.press('3')
  await page.getByRole('status').filter({ hasText: '5 of 5 highlights on this page' }).waitFor()
  expect(await listPainted(page)).toMatchObject([{ length: 4 }, [blue], [], []])
  await expectAccessible(page)
  await saveScreenshot(page, 'reader-highlights-full')
  await page.getByRole('link', { name: 'Upgrade to PRO' }).click()
  await page.waitForURL('**/pricing')
})

test('the page of a link and the peek list its highlights, each with its place in the reader', async () => {
  const id = await save('Listed')
  const url = await addressOf(id)
  await fixture.ada.call(saveHighlight, { url, text: yellow, comm: 'Check sheet 9' })
  await fixture.ada.call(saveHighlight, { url, text: pink, style: 3 })
  const page = await fixture.env.open(fixture.ada, `/c/${houses}?peek=${id}`)
  const section = page.getByRole('region', { name: 'Highlights 2' })
  await section.getByText('Check sheet 9').waitFor()
  await saveScreenshot(page, 'link-highlights-peek')
  await page.goto(`/l/${id}`)
  await section.getByText('Check sheet 9').waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'link-highlights')
  await section.getByRole('link', { name: pink }).click()
  await page.getByText('highlight 2 of 2').waitFor()
  // It is scrolled to.
  const top = () =>
    page.evaluate(() => ([...CSS.highlights.get('nestmark-3')!] as Range[])[0]!.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(900)
  expect(await top()).toBeGreaterThan(60)
})
