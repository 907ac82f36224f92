import { findDuplicates } from '@nestmark/contract/links/duplicates'
import { listTrashedLinks } from '@nestmark/contract/trash'
import { expect, test } from 'vitest'
import { addDuplicates, turfTitle } from './duplicatesFixture.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('FIND-01 FIND-02 the page ticks all duplicates but the first, keeps one of each, and restores the deleted ones by Undo', async () => {
  const ada = await env.signIn('ada', 2)
  const [turfs, , trains] = await addDuplicates(env, ada)
  const page = await env.open(ada, '/dashboard')
  await page
    .getByRole('navigation', { name: 'Manage' })
    .getByRole('link', { name: 'Duplicate links' })
    .click()
  await page.getByText('3 groups, 10 links').waitFor()
  const group = page.getByRole('region', { name: 'Group 2 of 3, 3 links, 2 selected' })
  await group.getByRole('heading', { name: turfTitle }).waitFor()
  const ticks = group.getByRole('checkbox')
  expect(await ticks.evaluateAll(all => all.map(each => (each as HTMLInputElement).checked))).toEqual([
    false,
    true,
    true,
  ])
  await ticks.first().click()
  await page.getByText('One of each group stays').waitFor()
  expect(await ticks.first().isChecked()).toBe(false)
  await group.getByRole('button', { name: 'Merge' }).click()
  await page.getByText('3 links are now one').waitFor()
  await page.getByText(/^4 tags, 1 note, 1 highlight, favourite, /).waitFor()
  await page.getByText('2 groups, 7 links').waitFor()
  await page.getByRole('region', { name: 'Selected links' }).getByRole('button', { name: 'Trash' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 5 links in 2 groups to trash?' })
  await dialog.getByRole('button', { name: 'Trash' }).click()
  await page.getByText('Duplicate links were deleted successfully').waitFor()
  await page.getByRole('heading', { name: 'No duplicate links found' }).waitFor()
  expect((await ada.call(listTrashedLinks, {})).total).toBe(7)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('region', { name: 'Group 1 of 2, 5 links, 4 selected' }).waitFor()
  expect(Object.values(await ada.call(findDuplicates, {}))[0]!.map(link => link._id)).toEqual(trains)
  expect((await ada.call(listTrashedLinks, {})).links.map(link => link._id).sort()).toEqual(
    turfs!.slice(1).sort(),
  )
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await breadcrumb.getByRole('link', { name: 'Dashboard' }).click()
  await page.waitForURL(/\/dashboard/)
})
