import { saveLink } from '@nestmark/contract/links/links'
import { listTags } from '@nestmark/contract/tags'
import { expect, test } from 'vitest'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('the page merges similar tags into the one with the most links, and undoes the merge', async () => {
  const ada = await env.signIn('ada')
  const save = (name: string, tags: string[]) =>
    ada.call(saveLink, { name, desc: 'Words', category: 4, tags })
  await save('One', ['recipes', 'To-Do'])
  await save('Two', ['recipes', 'todo'])
  await save('Three', ['recipe', 'todo', 'other'])
  const names = async () => (await ada.call(listTags, {})).map(tag => tag.name).toSorted()
  const page = await env.open(ada, '/tags')
  await page.getByRole('button', { name: 'Similar tags' }).click()
  const dialog = page.getByRole('dialog', { name: 'Similar tags' })
  const group = dialog.getByRole('listitem').filter({ hasText: '#recipes' })
  await group.getByText('#recipe', { exact: true }).waitFor()
  await expectAccessible(page)
  await group.getByRole('button', { name: 'Merge into #recipes' }).click()
  await group.waitFor({ state: 'detached' })
  expect(await names()).toEqual(['To-Do', 'other', 'recipes', 'todo'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await group.waitFor()
  expect(await names()).toEqual(['To-Do', 'other', 'recipe', 'recipes', 'todo'])
  // Another tag can stay.
  await dialog.getByRole('button', { name: 'Choose which of the tags like #todo stays' }).click()
  const choice = page.getByRole('dialog', { name: 'Merge 2 tags' })
  await choice.getByRole('radio', { name: '#To-Do' }).check()
  await choice.getByRole('button', { name: 'Merge', exact: true }).click()
  await choice.waitFor({ state: 'detached' })
  expect(await names()).toEqual(['To-Do', 'other', 'recipe', 'recipes'])
})
