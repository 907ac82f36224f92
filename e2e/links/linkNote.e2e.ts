import { getTree } from '@nestmark/contract/collections'
import { getNote } from '@nestmark/contract/links/linkNote'
import { listDashboardLinks, getLink, saveLink } from '@nestmark/contract/links/links'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { chooseOption, openLinkForm } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

test('LINK-06 the note form requires text, limits it to 200 characters, and saves, changes and removes the note', async () => {
  const link = await ada.call(saveLink, {
    link: 'https://example.org/turf',
    name: 'Turf houses',
    category: 3,
  })
  const page = await env.open(ada, `/l/${link._id}`)
  await page.getByRole('button', { name: 'Add a note' }).click()
  const field = page.getByRole('textbox', { name: 'Note' })
  await page.getByText('200 character(s) left').waitFor()
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('Note is required').waitFor()
  await expectAccessible(page)
  await field.pressSequentially('Ask')
  await page.getByText('Note is required').waitFor({ state: 'detached' })
  await page.getByText('197 character(s) left').waitFor()
  await field.fill('')
  await page.keyboard.insertText('x'.repeat(230))
  expect((await field.inputValue()).length).toBe(200)
  await page.getByText('0 character(s) left', { exact: true }).waitFor()
  await field.fill('Ask Tomasz about the wet wall')
  await page.keyboard.press('Control+Enter')
  // The text of the field would match as well.
  const shownNote = page.getByRole('region', { name: 'Note' }).getByRole('paragraph')
  await shownNote.getByText('Ask Tomasz about the wet wall').waitFor()
  await expectAccessible(page)
  expect((await ada.call(getNote, { link_id: link._id }))?.note).toBe('Ask Tomasz about the wet wall')

  await page.reload()
  await page.getByRole('button', { name: 'Edit note' }).click()
  await field.fill('Asked')
  await page.keyboard.press('Escape')
  await shownNote.getByText('Ask Tomasz about the wet wall').waitFor()
  await page.getByRole('button', { name: 'Edit note' }).click()
  await field.fill('Asked')
  await page.getByRole('button', { name: 'Save note' }).click()
  await shownNote.getByText('Asked', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove note' }).click()
  await page.getByText('Note was removed').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await shownNote.getByText('Asked', { exact: true }).waitFor()
  expect((await ada.call(getNote, { link_id: link._id }))?.note).toBe('Asked')
})

test('LINK-10 SAVE-05 the form creates and reorders a checklist, and the card ticks its items', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  const dialog = await openLinkForm(page, 4)
  await chooseOption(dialog.getByLabel('Note type'), 'Checklist')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('For Friday')
  await dialog.getByRole('textbox', { name: 'Item 1' }).fill('Flour')
  for (const item of ['Salt', 'Rye']) {
    await page.keyboard.press('Enter')
    await page.keyboard.insertText(item)
  }
  await dialog.getByRole('textbox', { name: 'Item 3' }).press('Alt+ArrowUp')
  await dialog.getByRole('checkbox', { name: 'Item 1 is done' }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Link was added successfully').waitFor()
  const card = page.getByRole('article').filter({ hasText: 'For Friday' })
  await waitForIdle(page)
  await card.getByRole('checkbox', { name: 'Rye' }).click()
  await card.getByText('Salt').click()
  await expectAccessible(page)
  expect(page.url()).toContain('/dashboard')
  const [link] = (await ada.call(listDashboardLinks, {})).links
  const readItems = async () =>
    (await ada.call(getLink, { link_id: link!._id })).link.check_list.map(({ text, done }) => [text, done])
  await expect.poll(readItems).toEqual([
    ['Flour', true],
    ['Rye', true],
    ['Salt', true],
  ])
  await card.getByRole('checkbox', { name: 'Flour' }).press('Space')
  await expect.poll(async () => (await readItems())[0]).toEqual(['Flour', false])
})

test('SAVE-19 the picker creates a collection inside the selected one', async () => {
  await addCollection(ada, 'Outer')
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  await openLinkForm(page)
  const dialog = page.getByRole('dialog', { name: 'Add Link' })
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill('example.org/new')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('New')
  const field = dialog.getByRole('button', { name: /^Collection:/ })
  await field.click()
  await page
    .getByRole('dialog', { name: 'Choose a collection' })
    .getByRole('treeitem', { name: /Outer/ })
    .click()
  await dialog.getByRole('button', { name: /^Collection: Outer/ }).waitFor()
  await field.click()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.keyboard.insertText('Made in place')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^Collection: Made in place/ }).waitFor()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Link was added successfully').waitFor()
  const { children } = await ada.call(getTree, {})
  const outer = children.find(({ folder_name: name }) => name === 'Outer')!
  expect(outer.children.map(({ folder_name: name }) => name)).toEqual(['Made in place'])
  expect((await ada.call(listDashboardLinks, {})).links[0]!.parent_name).toBe('Made in place')
})
