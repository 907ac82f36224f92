import { createCollection } from '@nestmark/contract/collections'
import { getLink, saveLink } from '@nestmark/contract/links/links'
import { listRules } from '@nestmark/contract/rules'
import { expect, test } from 'vitest'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('the user tests a rule while making it, applies it to existing links with undo, pauses and deletes it', async () => {
  const ada = await env.signIn('ada')
  const link = { link: 'https://www.tube.example/watch?v=4', name: 'Sourdough – Tube', category: 3 }
  const { _id: link_id } = await ada.call(saveLink, link)
  await ada.call(createCollection, { name: 'Watch later' })
  const read = async () => (await ada.call(getLink, { link_id })).link
  const page = await env.open(ada, '/settings?tab=rules')
  await page.getByRole('heading', { name: 'No rules yet' }).waitFor()
  await page.getByRole('button', { name: 'Make a rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a rule' })
  await dialog.getByLabel('Is from the site').fill('tube.example')
  await dialog.getByLabel('Remove the site’s name from the title').check()
  await dialog.getByRole('button', { name: /^Move to/ }).click()
  await page
    .getByRole('dialog', { name: 'Choose a collection' })
    .getByRole('treeitem', { name: /Watch later/ })
    .click()
  await dialog.getByText('Would change 1 link').waitFor()
  await dialog.getByText('moves to Watch later').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Change this link too').check()
  await dialog.getByRole('button', { name: 'Make a rule' }).click()
  const row = page.getByRole('list', { name: 'Rules' }).getByRole('listitem')
  await row.getByText('Links from tube.example').waitFor()
  await page.getByText('Changed 1 link', { exact: true }).waitFor()
  expect(await read()).toMatchObject({ name: 'Sourdough' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: 1 link changed back').waitFor()
  expect(await read()).toMatchObject({ name: 'Sourdough – Tube', parent: ada.rootId })
  await expectAccessible(page)
  await row.getByRole('switch').click()
  await row.getByRole('switch', { checked: false }).waitFor()
  await row.getByRole('button', { name: 'Actions for the rule' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No rules yet' }).waitFor()
  expect(await ada.call(listRules, {})).toEqual([])
})
