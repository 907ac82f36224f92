import { saveLink } from '@nestmark/contract/links/links'
import { listSavedSearches } from '@nestmark/contract/search/savedSearches'
import { expect, test } from 'vitest'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('the user saves a search, which counts in the sidebar what it finds, and renames and deletes it', async () => {
  const ada = await env.signIn('ada')
  const save = (name: string) => ada.call(saveLink, { name, desc: 'Words', category: 4, tags: ['bread'] })
  await save('Rye loaf')
  const page = await env.open(ada, '/search/?q=loaf%20tag%3Abread&type=link')
  await page.getByRole('button', { name: 'Save search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save search' })
  await dialog.getByLabel('Name').fill('Loaves')
  await dialog.getByLabel('Name').press('Enter')
  const saved = page.getByRole('navigation', { name: 'Saved searches' })
  await saved.getByRole('link', { name: 'Loaves 1 result' }).waitFor()
  await page.getByRole('button', { name: 'Save search' }).waitFor({ state: 'detached' })
  await expectAccessible(page)
  // The count follows changes, also of other windows, and the entry opens the search.
  await save('White loaf')
  await saved.getByRole('link', { name: 'Loaves 2 results' }).waitFor()
  await page.goto(`${new URL(page.url()).origin}/trash`)
  await saved.getByRole('link', { name: 'Loaves' }).click()
  await page.getByText('White loaf').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('loaf tag:bread')
  const menu = (entry: string) =>
    saved
      .getByRole('button', { name: 'Actions for the search' })
      .click()
      .then(() => page.getByRole('menuitem', { name: entry }).click())
  await menu('Rename')
  await page.getByRole('dialog').getByLabel('Name').fill('All loaves')
  await page.getByRole('dialog').getByLabel('Name').press('Enter')
  await saved.getByRole('link', { name: 'All loaves 2 results' }).waitFor()
  await menu('Delete')
  await saved.waitFor({ state: 'detached' })
  expect(await ada.call(listSavedSearches, {})).toEqual([])
})
