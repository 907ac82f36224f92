import { createCollection } from '@nestmark/contract/collections'
import { getDomain } from '@nestmark/contract/domains'
import { setPermissions } from '@nestmark/contract/share'
import { expect, test } from 'vitest'
import { openShareDialog } from './pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment } from './testEnvironment.ts'

const env = useEnvironment()

test('PLAN-07 the owner of a public collection sets a domain, reads what to add to the DNS, and removes it', async () => {
  const ada = await env.signIn('ada', 3)
  const { _id: folder_id } = await ada.call(createCollection, { name: 'Reading pile' })
  await ada.call(setPermissions, { folder_id, read: 3, write: 0 })
  const page = await env.open(ada, `/c/${folder_id}`, { width: 390 })
  const dialog = await openShareDialog(page, 'Reading pile')
  const host = dialog.getByRole('textbox', { name: 'Domain' })
  await host.fill('not a host')
  await host.press('Enter')
  await dialog.getByRole('alert').first().waitFor()
  await host.fill('pile.example.org')
  await dialog.getByRole('button', { name: 'Set domain' }).click()
  await dialog.getByText('_nestmark.pile.example.org').waitFor()
  await dialog.getByText('Not verified yet').scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await saveScreenshot(page, 'own-domain-390')
  await dialog.getByRole('button', { name: 'Remove domain' }).click()
  await host.waitFor()
  expect(await ada.call(getDomain, { folder_id })).toBeNull()
})
