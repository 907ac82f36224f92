import { listTrashedLinks } from '@nestmark/contract/trash'
import { listUntidyLinks } from '@nestmark/contract/tidy'
import { listTags } from '@nestmark/contract/tags'
import { expect, test } from 'vitest'
import { saveAfter } from './duplicatesFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('FIND-06 one key tidies each item, Undo brings it back, and the page is quiet when nothing is left', async () => {
  const ada = await env.signIn('ada', 2)
  const page = await env.open(ada, '/dashboard')
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Tidy' }).click()
  await page.getByRole('heading', { name: 'All tidy' }).waitFor()
  // Broken links were not looked for yet.
  await page.getByText('Nothing is saved twice, without tags or forgotten.').waitFor()
  await page.getByText('Your links haven’t been checked for broken ones yet.').waitFor()

  const tags = ['roofs']
  for (const end of ['', '?utm_source=letter'])
    await saveAfter(env, ada, `https://turf.example/${end}`, { name: 'Turf', tags })
  await saveAfter(env, ada, 'https://one.example/', { name: 'One' })
  await saveAfter(env, ada, 'https://two.example/', { name: 'Two' })
  await saveAfter(env, ada, 'https://three.example/', { name: 'Three', tags: ['roof'] })
  const group = (name: string) => page.getByRole('region', { name })
  const item = (name: string) => page.getByRole('article').filter({ hasText: name })
  await group('Links without tags').getByText('2', { exact: true }).waitFor()
  await page.getByText('4 to look at').waitFor()
  await expectAccessible(page)

  // E keeps, and the next item has the focus; Delete trashes without a question.
  await item('Turf').getByRole('link').focus()
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Two')
  await page.keyboard.press('e')
  await page.getByText('It stays without tags.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('One')
  await page.keyboard.press('Control+z')
  await item('Two').waitFor()
  await item('One').getByRole('link').focus()
  await page.keyboard.press('Delete')
  await item('One').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('#roofs, #roof')
  // It waits for the answer to the deletion, which it undoes.
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: “One” restored').waitFor()
  await item('One').waitFor()
  expect((await ada.call(listTrashedLinks, {})).total).toBe(0)

  // T asks for tags.
  await item('Two').getByRole('link').focus()
  await page.keyboard.press('t')
  await page.getByRole('dialog').getByRole('combobox').fill('bread')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await item('Two').waitFor({ state: 'detached' })
  await item('One').getByRole('button', { name: 'Keep' }).click()

  // M merges, here links and tags.
  await item('Turf').getByRole('link').focus()
  await page.keyboard.press('m')
  await page.getByText('2 links are now one').waitFor()
  await group('Similar tags').getByText('#roof, #roofs').focus()
  await page.keyboard.press('m')
  await page.getByText('The tag was merged into #roof').waitFor()
  await page.getByRole('heading', { name: 'All tidy' }).waitFor()
  expect((await ada.call(listTags, {})).map(tag => tag.name)).toEqual(['bread', 'roof'])
})

test('FIND-06 forgotten links on the phone: the menu of a row acts, and all of a group have a page', async () => {
  const ada = await env.signIn('ada')
  for (let n = 1; n < 8; n++)
    await saveAfter(env, ada, `https://old.example/${n}`, { name: `Old ${n}`, tags: ['old'] })
  await env.app.services.db.write(tx =>
    tx.updateTable('links').set({ created_at: 1, updated_at: 1 }).where('owner_id', '=', ada.id).execute(),
  )
  const page = await env.open(ada, '/tidy', { width: 390, height: 844 })
  const forgotten = page.getByRole('region', { name: 'Long forgotten' })
  await forgotten.getByText('7', { exact: true }).waitFor()
  expect(await forgotten.getByRole('article').count()).toBe(5)
  await page.getByText('Duplicate and broken links are found with PRO.').waitFor()
  await forgotten.getByRole('link', { name: 'Show all 7: Long forgotten' }).click()
  await page.getByRole('heading', { name: 'Long forgotten' }).waitFor()
  await page.getByText('Old 7').waitFor()
  await page.getByRole('button', { name: 'Actions for “Old 1”' }).click()
  await page.getByRole('menuitem', { name: 'Keep' }).click()
  await page.getByText('It is not listed here for a year.').waitFor()
  await page.getByText('Old 1').waitFor({ state: 'detached' })
  expect((await ada.call(listUntidyLinks, { group: 'forgotten' })).total).toBe(6)
})
