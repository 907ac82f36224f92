import { createCollection, getCollection } from '@nestmark/contract/collections'
import { getLink, saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, selectCardAction } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

/** Opens the edit form of a link. */
async function openEditForm(page: Page, name: string) {
  await selectCardAction(page, name, 'Edit')
  const form = page.getByRole('dialog', { name: 'Edit Link' })
  await form.getByRole('textbox', { name: 'Title' }).waitFor()
  return form
}

for (const [width, dark] of phoneViewports)
  test(`C06 two windows edit the same link at ${width}${dark ? ', dark' : ''}: the second shows the conflict and merges field by field`, async () => {
    const link = await ada.call(saveLink, {
      name: 'Draft',
      desc: 'First words',
      link: 'https://example.org/draft',
      category: 3,
      tags: ['one'],
    })
    const read = async () => (await ada.call(getLink, { link_id: link._id })).link
    const [first, second] = [
      await env.open(ada, '/dashboard'),
      await env.open(ada, '/dashboard', { width, dark, height: 844 }),
    ]
    const [firstForm, secondForm] = [await openEditForm(first, 'Draft'), await openEditForm(second, 'Draft')]
    await firstForm.getByRole('textbox', { name: 'Title' }).fill('Title of the first')
    await firstForm.getByRole('textbox', { name: 'Description' }).fill('Description of the first')
    const tags = firstForm.getByPlaceholder('#add-tag')
    await tags.fill('two')
    await tags.press('Enter')
    await firstForm.getByRole('button', { name: 'Update', exact: true }).click()
    await first.getByText('Link was updated successfully').waitFor()

    await secondForm.getByRole('textbox', { name: 'Title' }).fill('Title of the second')
    await secondForm.getByRole('textbox', { name: 'Description' }).fill('Description of the second')
    await secondForm.getByRole('button', { name: 'Update', exact: true }).click()
    await secondForm.getByText('This link was changed somewhere else').waitFor()
    await expectAccessible(second)
    await saveScreenshot(second, `conflict-${width}`)
    await expectNoHorizontalScroll(second)
    // The form lists the fields that differ, in both versions. Other fields already have the value of the first window.
    expect(await secondForm.locator('legend').allInnerTexts()).toEqual(['Title', 'Description', 'Tags'])
    const findVersion = (part: string, which: string) =>
      secondForm.getByRole('group', { name: part }).getByRole('radio', { name: new RegExp(which) })
    expect(await findVersion('Title', 'Yours').isChecked()).toBe(true)
    expect(await findVersion('Tags', 'Saved elsewhere').isChecked()).toBe(true)
    expect((await read()).name).toBe('Title of the first')

    // After going back to the form, the input remains.
    await secondForm.getByRole('button', { name: 'Back to the form' }).click()
    expect(await secondForm.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Title of the second')
    await secondForm.getByRole('button', { name: 'Update', exact: true }).click()
    await findVersion('Title', 'Yours').waitFor()
    await secondForm.getByRole('button', { name: 'Use all saved' }).click()
    expect(await findVersion('Title', 'Saved elsewhere').isChecked()).toBe(true)
    await findVersion('Description', 'Yours').check()
    await secondForm.getByRole('button', { name: 'Save', exact: true }).click()
    await second.getByText('Link was updated successfully').waitFor()
    expect(await read()).toMatchObject({
      name: 'Title of the first',
      desc: 'Description of the second',
      version: 3,
      tags: [{ name: 'one' }, { name: 'two' }],
    })
    // The first window shows the result.
    await findCard(first, 'Title of the first').waitFor()
  })

test('C06 two windows rename the same collection: the second shows the conflict and saves its name', async () => {
  const collection = await ada.call(createCollection, { name: 'Archive', desc: 'Old' })
  const open = async () => {
    const page = await env.open(ada, '/collections')
    await selectCardAction(page, 'Archive', /edit|rename/i)
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: /name/i }).waitFor()
    return { page, form }
  }
  const [first, second] = [await open(), await open()]
  await first.form.getByRole('textbox', { name: /name/i }).fill('Bookcase')
  await first.form.getByRole('textbox', { name: /description/i }).fill('Oak')
  await first.form.getByRole('button', { name: 'Update' }).click()
  await first.page.getByText('Collection was updated').first().waitFor()
  await second.form.getByRole('textbox', { name: /name/i }).fill('Rack')
  await second.form.getByRole('button', { name: 'Update' }).click()
  await second.form.getByText('This collection was changed somewhere else').waitFor()
  await expectAccessible(second.page)
  await second.form.getByRole('button', { name: 'Save', exact: true }).click()
  await second.form.waitFor({ state: 'detached' })
  expect((await ada.call(getCollection, { folder_id: collection._id })).folder).toMatchObject({
    name: 'Rack',
    desc: 'Oak',
  })
})
