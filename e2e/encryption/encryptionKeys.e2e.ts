import { getFolderKeys, listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import {
  downloadNewKey,
  encryptFirstLink,
  fillNewKey,
  findEnterKey,
  clearKeys,
  testSecret,
} from './encryptionFixture.ts'
import { chooseOption, findCard } from '../support/pageElements.ts'
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

const settings = '/settings?tab=encryption'
const countKeys = (page: Page, storage: 'sessionStorage' | 'localStorage') =>
  page.evaluate(
    name =>
      Object.entries(window[name] as Storage)
        .filter(([key]) => key.startsWith('keys:'))
        .flatMap(([, text]) => JSON.parse(text as string) as unknown[]).length,
    storage,
  )

/** Encrypts a link of a new collection. @returns its id and its key file */
async function encryptOne(page: Page, name: string): Promise<{ id: string; file: string }> {
  const id = await addCollection(ada, name)
  await addLink(ada, `link of ${name}`, id)
  await page.goto(`/c/${id}`)
  const file = await encryptFirstLink(page, `link of ${name}`, `${name} key`)
  return { id, file }
}

const upload = async (page: Page, file: string) => {
  await page.getByRole('button', { name: 'Upload keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload keys' })
  await dialog
    .getByLabel('Key file')
    .setInputFiles({ name: 'my.key', mimeType: 'application/json', buffer: Buffer.from(file) })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  return dialog
}

describe('ENC keys in the settings', () => {
  test('ENC-05 ENC-06 ENC-13 E08 the user uploads keys, stores them as chosen, and removes them; the end of the session clears them', async () => {
    const page = await env.open(ada, '/dashboard')
    const { file } = await encryptOne(page, 'Papers')
    expect(await countKeys(page, 'sessionStorage')).toBe(1)
    expect(await countKeys(page, 'localStorage')).toBe(0)
    await page.goto(settings)
    await page.getByText('Papers key').waitFor()
    const dialog = await upload(page, file)
    await dialog.getByText('This key already present').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await chooseOption(page.getByLabel('How long “Papers key” is kept'), 'Until logout')
    expect(await countKeys(page, 'sessionStorage')).toBe(0)
    expect(await countKeys(page, 'localStorage')).toBe(1)
    await page.getByRole('button', { name: 'Actions for “Papers key”' }).click()
    await page.getByRole('menuitem', { name: 'Remove from this browser' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Your key has been removed successfully').waitFor()
    await page.getByText('No keys in this browser').waitFor()
    await (await upload(page, file)).waitFor({ state: 'hidden' })
    await page.getByText('Your key has been uploaded successfully').waitFor()
    // A single key must be that of its collection.
    expect(await countKeys(page, 'sessionStorage')).toBe(1)
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
    await expect.poll(() => countKeys(page, 'sessionStorage').catch(() => 0)).toBe(0)
  })

  test('E09 ENC-12 a changed secret opens the same key; a new key encrypts all links again', async () => {
    const page = await env.open(ada, '/dashboard')
    const { id } = await encryptOne(page, 'Papers')
    const first = await ada.call(getFolderKeys, { folder_id: id })
    await page.goto(settings)
    const open = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for “Papers key”' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await open('Change secret')
    const dialog = page.getByRole('dialog', { name: 'Change the secret of “Papers key”' })
    await dialog.getByLabel('Secret key', { exact: true }).fill('another secret, longer 7')
    await dialog.getByRole('button', { name: 'Change secret' }).click()
    await page.getByText('Secret changed').waitFor()
    const second = await ada.call(getFolderKeys, { folder_id: id })
    expect(second.enc_id).not.toBe(first.enc_id)
    expect(second.links).toEqual(first.links)
    await page.goto(`/c/${id}`)
    await clearKeys(page)
    await findEnterKey(page).click()
    await page.getByLabel('Collection key').fill(testSecret)
    await page.getByLabel('Collection key').press('Enter')
    await page
      .getByRole('dialog')
      .getByText('Key you have entered is not match please try a different key')
      .waitFor()
    await page.getByLabel('Collection key').fill('another secret, longer 7')
    await page.getByLabel('Collection key').press('Enter')
    await findCard(page, 'link of Papers').waitFor()

    await page.goto(settings)
    await page.getByRole('button', { name: 'Actions for “Papers key”' }).click()
    await page.getByRole('menuitem', { name: 'New key for the collection' }).click()
    await fillNewKey(page.getByRole('dialog', { name: 'New key in place of “Papers key”' }), 'Papers, new')
    await downloadNewKey(page, 'Use this key')
    await page.getByText('The collection has a new key').waitFor()
    const third = await ada.call(getFolderKeys, { folder_id: id })
    expect(third.links[0]!.key_id).not.toBe(first.links[0]!.key_id)
    expect((await ada.call(listEncryptedLinks, { folder_id: id })).links).toHaveLength(1)
    await page.getByText('Papers, new').waitFor()
    await page.goto(`/c/${id}`)
    await findCard(page, 'link of Papers').waitFor()
  })

  test.each(phoneViewports)(
    'ENC-13 the page of keys and the sheet at %i px, dark: %s',
    async (width, dark) => {
      const name = `${width}-${dark ? 'dark' : 'light'}`
      const page = await env.open(ada, '/dashboard', { width, height: 900, dark })
      const id = await addCollection(ada, 'Papers to cite')
      await addLink(ada, 'one', id)
      await page.goto(`/c/${id}`)
      await page
        .getByRole('button', { name: /actions for papers/i })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Encrypt collection' }).click()
      await fillNewKey(page.getByRole('dialog'), 'Papers, spring 2026')
      await downloadNewKey(page)
      await page.getByText('Link encrypted successfully').waitFor()
      await page.goto(settings)
      await page.getByText('Papers to cite · 1 link').waitFor()
      await saveScreenshot(page, `keys-${name}`)
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await page.getByRole('button', { name: 'Print a sheet' }).click()
      const sheet = page.getByRole('dialog', { name: 'Recovery sheet' })
      await sheet.getByRole('img', { name: 'Key as QR code' }).waitFor()
      const text = await sheet.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){13}$/).innerText()
      await saveScreenshot(page, `sheet-${name}`)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      // The text of the sheet opens the collection.
      await page.goto(`/c/${id}`)
      await clearKeys(page)
      await findEnterKey(page).click()
      await page.getByLabel('Collection key').fill(text)
      await page.getByLabel('Collection key').press('Enter')
      await findCard(page, 'one').waitFor()
    },
  )
})
