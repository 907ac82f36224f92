import { listKeys } from '@nestmark/contract/apiKeys'
import { saveLink } from '@nestmark/contract/links/links'
import { getUserData } from '@nestmark/contract/session'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment({ planLimits: true })
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

test('KEY-01 the browser creates a key and shows it once; the user renames it on blur and deletes it', async () => {
  const page = await env.open(ada, '/settings?tab=keys')
  await page.getByText('No API keys').waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Give the key a name').waitFor()
  await page.getByLabel('Name of the new key').fill('My script')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByRole('textbox', { name: 'Your new key' }).inputValue()
  expect(key).toMatch(/^[A-Za-z0-9]{24}$/)
  await expectAccessible(page)
  expect((await env.app.as(key)(getUserData, {})).user_id).toBe(ada.id)
  await page.getByRole('button', { name: 'I’ve copied it' }).click()
  expect(await page.content()).not.toContain(key)
  await page.getByText(key.slice(-4)).waitFor()
  const name = page.getByRole('textbox', { name: 'Name of the key My script' })
  await name.fill('')
  await name.blur()
  expect(await name.inputValue()).toBe('My script')
  await name.fill('Nightly script')
  await name.blur()
  await page.getByText('The key was renamed').waitFor()
  expect((await ada.call(listKeys, {})).map(each => each.name)).toEqual(['Nightly script'])
  await page.getByRole('button', { name: 'Delete the key Nightly script' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No API keys').waitFor()
  await expect(env.app.as(key)(getUserData, {})).rejects.toMatchObject({ status: 401 })
})

test('SET-04 Copy reports a browser without clipboard access, for a key and for an address', async () => {
  await ada.call(saveLink, { name: 'Copied by hand', link: 'https://example.org/hand', category: 3 })
  const page = await env.open(ada, '/settings?tab=keys', { fresh: true })
  const removeClipboard = () =>
    page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await removeClipboard()
  await page.getByLabel('Name of the new key').fill('script')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Copy key' }).click()
  await page.getByText('Your browser didn’t allow copying').first().waitFor()
  await page.goto('/dashboard')
  await removeClipboard()
  await page.getByRole('button', { name: 'Actions for Copied by hand' }).click()
  await page.getByRole('menuitem', { name: 'Copy address' }).click()
  await page.getByText('Your browser didn’t allow copying').first().waitFor()
})
