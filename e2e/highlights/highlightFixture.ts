import { pageHighlights, saveHighlight } from '@nestmark/contract/reading/highlights'
import type { Input } from '@nestmark/contract/operation'
import type { Locator, Page } from 'playwright-core'
import type { Person } from '../../apps/server/src/test/support/people.ts'

type Fields = Omit<Input<typeof saveHighlight>, 'url' | 'text' | 'highlight_id'>

/** Returns the anchor of a text that begins at a position of its page. */
export const toAnchor = (text: string, start: number) => ({
  quote: { exact: text, prefix: '', suffix: '' },
  position: { start, end: start + text.length },
})

/**
 * Creates highlights on a page, in this order.
 * @param texts each with its fields, such as the colour
 * @returns their ids
 */
export async function addHighlights(
  owner: Person,
  url: string,
  title: string,
  texts: readonly (readonly [text: string, fields?: Fields])[],
): Promise<string[]> {
  const ids: string[] = []
  for (const [index, [text, fields]] of texts.entries()) {
    const anchor = toAnchor(text, 10_000 * (index + 1))
    const saved = await owner.call(saveHighlight, { url, title, text, anchor, ...fields })
    ids.push(saved.highlight._id)
  }
  return ids
}

/** Returns the row of the highlight with a text. */
export const findHighlightRow = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text })

/** Returns the highlights of the page with a title. */
export const findHighlightGroup = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true })

/** Selects an entry of the menu of a highlight. */
export async function selectHighlightAction(page: Page, text: string, action: string): Promise<void> {
  const row = findHighlightRow(page, text)
  await row.hover()
  await row.getByRole('button', { name: 'Actions for the highlight' }).click()
  await page
    .getByRole('menu')
    .locator('[role^=menuitem]')
    .filter({ has: page.getByText(action, { exact: true }) })
    .click()
}

/** Selects an entry of the menu of a page with highlights. */
export async function selectPageAction(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${title}”` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

export const turf = 'https://coldhouse.example/turf'
export const turfTitle = 'How turf houses made Iceland warm for a thousand years'
export const wall = 'A turf wall is two skins of sod with a core of earth and stone.'
export const drainage = 'Measured in 2019, the drainage layer did more for the warmth of the room.'
export const gable = 'A gable board that stands one hand proud of the turf will rot in twenty years.'

/** Creates four highlights on one page, one of each colour, the first with a comment. Returns their ids. */
export const addTurf = (owner: Person): Promise<string[]> =>
  addHighlights(owner, turf, turfTitle, [
    [wall, { comm: 'Two metres. Check against the Keldur survey, sheet 9.' }],
    [drainage, { style: 2 }],
    ['A grandmother could hear a wall that had been built by a careless man.', { style: 3 }],
    [gable, { style: 4 }],
  ])

/** Creates one highlight on another page. */
export const addHeat = (owner: Person): Promise<string[]> =>
  addHighlights(owner, 'https://openheat.example/walls', 'Moisture transfer', [
    ['Heat moves through a wet wall about twenty times faster than through a dry one'],
  ])

/** Reads the highlights of the first page. */
export const readTurf = async (owner: Person) =>
  (await owner.call(pageHighlights, { url: turf }))?.data.highlights ?? []
