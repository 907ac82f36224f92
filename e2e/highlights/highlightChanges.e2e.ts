import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import {
  addTurf,
  drainage,
  findHighlightRow,
  gable,
  readTurf,
  selectHighlightAction,
  selectPageAction,
  turf,
  turfTitle,
  wall,
} from './highlightFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

describe('HL changes of highlights', () => {
  test('HL-02 the user chooses a colour in the menu or by its key, and each highlight shows its colour', async () => {
    await addTurf(ada)
    const page = await env.open(ada, '/highlights')
    const row = findHighlightRow(page, wall)
    await row.getByRole('img', { name: 'Yellow' }).waitFor()
    const groundOf = (text: string) =>
      findHighlightRow(page, text)
        .locator('blockquote > span')
        .evaluate(element => getComputedStyle(element).backgroundColor)
    const grounds = [await groundOf(wall), await groundOf(drainage), await groundOf(gable)]
    expect(new Set(grounds).size).toBe(3)
    await selectHighlightAction(page, wall, 'Blue')
    await row.getByRole('img', { name: 'Blue' }).waitFor()
    await expect.poll(() => groundOf(wall)).toBe(grounds[1])
    await row.focus()
    for (const [key, style] of [
      ['3', 3],
      ['4', 4],
      ['1', 1],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(async () => (await readTurf(ada))[0]?.style).toBe(style)
    }
    await row.getByRole('img', { name: 'Yellow' }).waitFor()
  })

  test('HL-02 the user adds, edits and deletes a comment in the form Comment for highlight, with Save and Cancel', async () => {
    await addTurf(ada)
    const page = await env.open(ada, '/highlights')
    const field = page.getByRole('textbox', { name: 'Comment for highlight' })
    await selectHighlightAction(page, drainage, 'Add comment')
    await field.fill('The one number\nfor the essay')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await findHighlightRow(page, drainage).getByText('The one number').waitFor()
    await expect.poll(async () => (await readTurf(ada))[1]?.comm).toBe('The one number\nfor the essay')
    await selectHighlightAction(page, drainage, 'Edit comment')
    expect(await field.inputValue()).toBe('The one number\nfor the essay')
    await field.fill('Not saved')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await field.waitFor({ state: 'detached' })
    expect((await readTurf(ada))[1]?.comm).toBe('The one number\nfor the essay')
    // The text is stored until it is saved.
    await findHighlightRow(page, drainage).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('c')
    expect(await field.inputValue()).toBe('Not saved')
    await field.fill('Ask Noor')
    await field.press('Control+Enter')
    await expect.poll(async () => (await readTurf(ada))[1]?.comm).toBe('Ask Noor')
    await selectHighlightAction(page, drainage, 'Delete comment')
    await expect.poll(async () => (await readTurf(ada))[1]?.comm).toBe('')
    await expect.poll(() => findHighlightRow(page, drainage).getByText('Ask Noor').count()).toBe(0)
  })

  test('HL-02 the user deletes a highlight with its comment, the focus moves to the next one, and Undo restores it', async () => {
    const [id] = await addTurf(ada)
    const page = await env.open(ada, '/highlights')
    await findHighlightRow(page, wall).focus()
    await page.keyboard.press('Delete')
    await findHighlightRow(page, wall).waitFor({ state: 'detached' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await expect.poll(focused).toContain(drainage)
    await expect.poll(async () => (await readTurf(ada)).length).toBe(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await findHighlightRow(page, wall).getByText('Two metres.').waitFor()
    expect((await readTurf(ada))[0]).toMatchObject({ _id: id, text: wall, style: 1 })
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await selectHighlightAction(page, gable, 'Delete highlight')
    await expect.poll(async () => (await readTurf(ada)).map(each => each.style)).toEqual([1, 2, 3])
  })

  test('HL-02 the user chooses several by keys, gives them a colour, copies them as quotes, and deletes them with an undo', async () => {
    await addTurf(ada)
    const page = await env.open(ada, '/highlights')
    const bar = page.getByRole('toolbar', { name: 'Selected highlights' })
    const choose = async (...texts: string[]) => {
      for (const text of texts) {
        await findHighlightRow(page, text).focus()
        await page.keyboard.press('x')
      }
      await bar.getByText(`${texts.length} selected`).waitFor()
    }
    await choose(gable, wall)
    await expectAccessible(page)
    await page.keyboard.press('3')
    await bar.waitFor({ state: 'detached' })
    await expect.poll(async () => (await readTurf(ada)).map(each => each.style)).toEqual([3, 2, 3, 3])
    await choose(gable, wall)
    await page.keyboard.press('Control+c')
    await page.getByText('Quotes copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `> ${wall}\n\n> ${gable}\n\n— [${turfTitle}](${turf})`,
    )
    const before = await readTurf(ada)
    await choose(gable, wall)
    await bar.getByRole('button', { name: 'Delete' }).click()
    await findHighlightRow(page, wall).waitFor({ state: 'detached' })
    await expect.poll(async () => (await readTurf(ada)).length).toBe(2)
    await page.getByText('2 highlights deleted').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await findHighlightRow(page, wall).getByText('Two metres.').waitFor()
    const after = await readTurf(ada)
    expect(after.map(each => ({ ...each, update_date: 0 }))).toEqual(
      before.map(each => ({ ...each, update_date: 0 })),
    )
    await choose(wall)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
  })

  test('HL-02 the user copies a quote with its source, and a page as Markdown', async () => {
    await addTurf(ada)
    const page = await env.open(ada, '/highlights')
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await findHighlightRow(page, drainage).focus()
    await page.keyboard.press('Control+c')
    await page.getByText('Quote copied').waitFor()
    expect(await readClipboard()).toBe(`> ${drainage}\n\n— [${turfTitle}](${turf})`)
    await selectPageAction(page, turfTitle, 'Copy all as Markdown')
    await page.getByText('Highlights copied').waitFor()
    const markdown = await readClipboard()
    expect(markdown.startsWith(`# ${turfTitle}\n\n<${turf}>`)).toBe(true)
    expect(markdown).toContain(`> ${wall}\n\nTwo metres.`)
  })

  test('HL-02 without a connection a change waits on this device, and the page sends it when the connection is back', async () => {
    await addTurf(ada)
    const page = await env.open(ada, '/highlights')
    await findHighlightRow(page, wall).waitFor()
    await page.context().setOffline(true)
    await findHighlightRow(page, wall).focus()
    await page.keyboard.press('4')
    await page.getByText('Saved on this device until there is a network').waitFor()
    await findHighlightRow(page, wall).getByRole('img', { name: 'Green' }).waitFor()
    expect((await readTurf(ada))[0]?.style).toBe(1)
    await page.context().setOffline(false)
    await expect.poll(async () => (await readTurf(ada))[0]?.style, { timeout: 20_000 }).toBe(4)
    await page.getByText('Saved on this device until there is a network').waitFor({ state: 'detached' })
  })

  test('HL-02 a rejected change says so in its row, and the page sends it again on request', async () => {
    await addTurf(ada)
    const page = await env.open(ada, '/highlights')
    await page.route('**/api/save-highlight', route =>
      route.fulfill({ status: 500, json: { code: 'server.failed', message: 'Something failed' } }),
    )
    await findHighlightRow(page, wall).focus()
    await page.keyboard.press('2')
    await page.getByText('Not saved.').waitFor()
    await findHighlightRow(page, wall).getByRole('img', { name: 'Yellow' }).waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/save-highlight')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(async () => (await readTurf(ada))[0]?.style).toBe(2)
    await page.getByText('Not saved.').waitFor({ state: 'detached' })
  })
})
