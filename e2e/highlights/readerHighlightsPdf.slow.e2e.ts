import { pageHighlights, saveHighlight } from '@nestmark/contract/reading/highlights'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { encryptWithFiles } from '../encryption/encryptionFixture.ts'
import { toAnchor } from './highlightFixture.ts'
import { createPdf, saveMedia } from '../support/mediaFixture.ts'
import { press } from '../support/menuCheck.ts'
import { findSelectionBar, listPainted, selectWords } from './readerHighlightFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  viewports,
  waitForIdle,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let papers: string
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  papers = await addCollection(ada, 'Papers to cite')
})

const first = 'Heat moves through a wet wall about twenty times faster.'
const third = 'The drainage trench was dry.'
const savePaper = (pages: readonly (readonly string[])[], parent = papers) =>
  saveMedia(
    env.app,
    ada,
    createPdf(pages),
    { name: 'Moisture transfer', type: 'application/pdf', parent },
    { pages: pages.length },
  )
/** Returns the words of a page of the document. */
const findWords = (page: Page, number: number): Locator =>
  page.locator(`[data-page-number="${number}"] .textLayer`)

test.each(viewports)(
  'READ-09 the user highlights words of a PDF on their page and finds them again (%i px, dark: %s)',
  async (width, dark) => {
    const lines = ['It rained.', first, 'It rained again.']
    const { _id: id } = await savePaper([lines, ['Another page.'], [third, 'It rained.']])
    const page = await env.open(ada, `/l/${id}/pdf`, { width, dark })
    const words = findWords(page, 1)
    await words.getByText(first).waitFor()
    await selectWords(words, first)
    const bar = findSelectionBar(page)
    await bar.waitFor()
    await press(page, bar.getByRole('button', { name: 'Highlight in yellow' }))
    await expect.poll(async () => (await listPainted(page))[0]!.join('')).toBe(first)
    await selectWords(words, 'It rained again.')
    await press(page, bar.getByRole('button', { name: 'Highlight and comment' }))
    await page.getByRole('textbox', { name: 'Comment for highlight' }).fill('Ask the museum.')
    await page.keyboard.press('Control+Enter')
    const list =
      width < 820 ? page.getByRole('dialog') : page.getByRole('complementary', { name: 'Highlights' })
    await list.getByText('Ask the museum.').waitFor()
    await list.getByText('Page 1').first().waitFor()
    const stored = async () => {
      const found = await ada.call(pageHighlights, { url: `${env.app.origin}/l/${id}` })
      return found?.data.highlights.map(({ text, comm, anchor }) => [text, comm, anchor?.pdf?.page])
    }
    await expect.poll(stored).toEqual([
      [first, '', 1],
      ['It rained again.', 'Ask the museum.', 1],
    ])
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await saveScreenshot(page, `pdf-highlights-${width}-${dark ? 'dark' : 'light'}`)
    if (width < 820) return

    // One on the third page. The same words on another page are another place.
    await page.getByRole('button', { name: 'Page 3', exact: true }).click()
    await findWords(page, 3).getByText(third).waitFor()
    await selectWords(findWords(page, 3), 'It rained.')
    await bar.waitFor()
    await page.keyboard.press('4')
    await expect.poll(async () => (await listPainted(page))[3]).toEqual(['It rained.'])
    await expect.poll(async () => (await stored())?.at(-1)).toEqual(['It rained.', '', 3])

    // They are painted again after a reload and a zoom, and opened at their page by address.
    const { data } = (await ada.call(pageHighlights, { url: `${env.app.origin}/l/${id}` }))!
    await page.goto(`/l/${id}/pdf?highlight=${data.highlights.at(-1)!._id}`)
    await expect.poll(async () => (await listPainted(page))[3]).toEqual(['It rained.'])
    await expect.poll(() => page.getByRole('textbox', { name: 'Page number' }).inputValue()).toBe('3')
    for (let step = 0; step < 3; step++) await page.keyboard.press('-')
    await expect.poll(async () => (await listPainted(page))[0]!.length).toBeGreaterThan(0)
    // P and N go over the pages.
    await page.keyboard.press('n')
    await list.locator('[data-current]').getByText(first).waitFor()
    await page
      .getByRole('button', { name: /^Page 1/ })
      .getByRole('img', { name: '2 highlights' })
      .waitFor()
  },
)

test('a page that is a picture says that there is nothing to select', async () => {
  const { _id: id } = await savePaper([[], ['Words']])
  const page = await env.open(ada, `/l/${id}/pdf`)
  await findWords(page, 2).getByText('Words').waitFor()
  const notice = page.getByText('This page is a picture: nothing to select')
  expect(await notice.count()).toBe(0)
  await page.locator('[data-page-number="1"]').dblclick()
  await notice.waitFor()
  await saveScreenshot(page, 'pdf-picture')
})

test('visitors of a public PDF select words without a bar', async () => {
  const shared = await addCollection(ada, 'Public papers')
  await ada.call(setPermissions, { folder_id: shared, read: 3, write: 0 })
  const { _id: id } = await savePaper([[first]], shared)
  const page = await env.open(null, `/l/${id}/pdf`)
  await findWords(page, 1).getByText(first).waitFor()
  await selectWords(findWords(page, 1), first)
  // The bar of a user appears later than this answer.
  await waitForIdle(page)
  await page.keyboard.press('1')
  expect(await findSelectionBar(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Show highlights' }).count()).toBe(0)
  expect(await listPainted(page)).toEqual([[], [], [], []])
})

test('ENC-10 the page encrypts highlights of a PDF with it, and then makes new ones as envelopes', async () => {
  const papers = await addCollection(ada, 'Encrypted papers')
  const { _id: id } = await savePaper([[first, third]], papers)
  const anchor = { ...toAnchor(third, first.length + 1), pdf: { page: 1 } }
  const made = { url: `${env.app.origin}/l/${id}`, text: third, anchor }
  const {
    highlight: { _id: before },
  } = await ada.call(saveHighlight, made)
  const page = await env.open(ada, `/c/${papers}`, { context: { serviceWorkers: 'allow' } })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await encryptWithFiles(page, 'Moisture transfer')
  await page.goto(`/l/${id}/pdf`)
  await findWords(page, 1).getByText(first).waitFor()
  await selectWords(findWords(page, 1), first)
  await findSelectionBar(page).waitFor()
  const bodies: string[] = []
  page.on('request', request => bodies.push(request.postData() ?? ''))
  await page.keyboard.press('3')
  await expect.poll(() => listPainted(page)).toEqual([[third], [], [first], []])
  const stored = async () => (await ada.call(pageHighlights, { link_id: id }))?.data.highlights ?? []
  await expect.poll(async () => (await stored()).length).toBe(2)
  for (const each of await stored()) {
    expect(each).toMatchObject({ text: '', comm: '', anchor: null })
    expect(each.sealed).toMatch(/^nm1\./)
  }
  const { _id: added, sealed } = (await stored()).find(({ _id }) => _id !== before)!
  // Its comment is encrypted too.
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'Comment for highlight' }).fill('Ask the museum.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('complementary', { name: 'Highlights' }).getByText('Ask the museum.').waitFor()
  const envelope = async () => (await stored()).find(({ _id }) => _id === added)?.sealed
  await expect.poll(envelope).not.toBe(sealed)
  await page.reload()
  await expect.poll(() => listPainted(page)).toEqual([[third], [], [first], []])
  for (const words of [first, 'Ask the museum']) expect(bodies.join('\n')).not.toContain(words)
})
