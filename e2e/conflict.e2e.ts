import { createFolder, getFolderData } from '@nestmark/contract/collections'
import { getSingleLink, saveLink } from '@nestmark/contract/links'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { expectAccessible, startEnvironment, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
beforeAll(async () => {
  env = await startEnvironment()
})
beforeEach(async () => {
  ada = await env.signIn('ada')
})
afterAll(() => env.close())

/** Opens the form of a link in a window and leaves it open. */
async function editing(page: Page, name: string) {
  const card = page.getByRole('article').filter({ hasText: name }).first()
  await card.hover()
  await card.getByRole('button', { name: /actions for/i }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Link' })
  await form.getByRole('textbox', { name: 'Title' }).waitFor()
  return form
}

for (const [width, dark] of [
  [1440, false],
  [390, true],
] as const)
  test(`C06 two windows edit the same link at ${width}: the second is told, chooses field by field, and nothing is lost`, async () => {
    const link = await ada.call(saveLink, {
      name: 'Draft',
      desc: 'First words',
      link: 'https://example.org/draft',
      category: 3,
      tags: ['one'],
    })
    const read = async () => (await ada.call(getSingleLink, { link_id: link._id })).link
    const [first, second] = [
      await env.open(ada, '/dashboard'),
      await env.open(ada, '/dashboard', { width, dark, height: 844 }),
    ]
    const [one, two] = [await editing(first, 'Draft'), await editing(second, 'Draft')]
    await one.getByRole('textbox', { name: 'Title' }).fill('Title of the first')
    await one.getByRole('textbox', { name: 'Description' }).fill('Description of the first')
    const tags = one.getByPlaceholder('#add-tag')
    await tags.fill('two')
    await tags.press('Enter')
    await one.getByRole('button', { name: 'Update', exact: true }).click()
    await first.getByText('Link was updated successfully').waitFor()

    await two.getByRole('textbox', { name: 'Title' }).fill('Title of the second')
    await two.getByRole('textbox', { name: 'Description' }).fill('Description of the second')
    await two.getByRole('button', { name: 'Update', exact: true }).click()
    await two.getByText('This link was changed somewhere else').waitFor()
    await expectAccessible(second)
    if (process.env.SHOTS) await second.screenshot({ path: `${process.env.SHOTS}/conflict-${width}.png` })
    expect(await second.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    // Only what differs, both versions of it; what the second has not touched is the first's already.
    expect(await two.locator('legend').allInnerTexts()).toEqual(['Title', 'Description', 'Tags'])
    const side = (part: string, which: string) =>
      two.getByRole('group', { name: part }).getByRole('radio', { name: new RegExp(which) })
    expect(await side('Title', 'Yours').isChecked()).toBe(true)
    expect(await side('Tags', 'Saved meanwhile').isChecked()).toBe(true)
    expect((await read()).name).toBe('Title of the first')

    // Back and forth loses nothing either.
    await two.getByRole('button', { name: 'Back to the form' }).click()
    expect(await two.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Title of the second')
    await two.getByRole('button', { name: 'Update', exact: true }).click()
    await side('Title', 'Yours').waitFor()
    await two.getByRole('button', { name: 'Take all that was saved' }).click()
    expect(await side('Title', 'Saved meanwhile').isChecked()).toBe(true)
    await side('Description', 'Yours').check()
    await two.getByRole('button', { name: 'Save this choice' }).click()
    await second.getByText('Link was updated successfully').waitFor()
    expect(await read()).toMatchObject({
      name: 'Title of the first',
      desc: 'Description of the second',
      version: 3,
      tags: [{ name: 'one' }, { name: 'two' }],
    })
    // And the first is shown it.
    await first.getByRole('article').filter({ hasText: 'Title of the first' }).first().waitFor()
  })

test('C06 two windows rename the same collection', async () => {
  const place = await ada.call(createFolder, { name: 'Shelf', desc: 'Old' })
  const open = async () => {
    const page = await env.open(ada, '/collections')
    const card = page.getByRole('article').filter({ hasText: 'Shelf' }).first()
    await card.hover()
    await card.getByRole('button', { name: /actions for/i }).click()
    await page.getByRole('menuitem', { name: /edit|rename/i }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: /name/i }).waitFor()
    return { page, form }
  }
  const [one, two] = [await open(), await open()]
  await one.form.getByRole('textbox', { name: /name/i }).fill('Bookcase')
  await one.form.getByRole('textbox', { name: /description/i }).fill('Oak')
  await one.form.getByRole('button', { name: 'Update' }).click()
  await one.page.getByText('Collection was updated').first().waitFor()
  await two.form.getByRole('textbox', { name: /name/i }).fill('Rack')
  await two.form.getByRole('button', { name: 'Update' }).click()
  await two.form.getByText('This collection was changed somewhere else').waitFor()
  await expectAccessible(two.page)
  await two.form.getByRole('button', { name: 'Save this choice' }).click()
  await two.form.waitFor({ state: 'detached' })
  expect((await ada.call(getFolderData, { folder_id: place._id })).folder).toMatchObject({
    name: 'Rack',
    desc: 'Oak',
  })
})
