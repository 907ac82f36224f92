import { readFile } from 'node:fs/promises'
import { toKeyRecord } from '@nestmark/encryption/keys/keyRecord'
import type { Locator, Page } from 'playwright-core'
import { findCard, selectCardAction } from '../support/pageElements.ts'

/** A secret with which the tests encrypt. */
export const testSecret = 'nest of straw and moss 42'

/** Fills the form of a new key, and submits it. */
export async function fillNewKey(dialog: Locator, name: string, secret = testSecret): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Key name' }).fill(name)
  await dialog.getByLabel('Secret key', { exact: true }).fill(secret)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/**
 * Downloads the new key, confirms that it is saved, and continues.
 * @returns the text of the file
 */
export async function downloadNewKey(page: Page, action = 'Encrypt now'): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Download your key' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download key' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  await dialog.getByRole('checkbox', { name: 'I saved it' }).check()
  await dialog.getByRole('button', { name: action }).click()
  return text
}

/**
 * Encrypts a link of a collection that has no key yet.
 * @returns the text of the key file
 */
export async function encryptFirstLink(page: Page, title: string, keyName: string): Promise<string> {
  const file = await startEncrypting(page, title, keyName)
  await page.getByText('Link encrypted successfully').waitFor()
  return file
}

async function startEncrypting(page: Page, title: string, keyName: string): Promise<string> {
  await selectCardAction(page, title, 'Encrypt')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).waitFor()
  // With keys in this browser, the dialog offers these first.
  const create = dialog.getByRole('radio', { name: 'Create a new key' })
  if ((await create.count()) > 0) await create.click()
  await fillNewKey(dialog, keyName)
  return downloadNewKey(page)
}

/** Returns the button of a locked collection that opens the dialog; the phone has a shorter word for it. */
export const findEnterKey = (page: Page): Locator =>
  page.getByRole('region', { name: 'Encrypted' }).getByRole('button', { name: /^(Enter key|Unlock)$/ })

/** Removes the keys of a page, as a new window does. */
export async function clearKeys(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
}

/** Saves the key in the browser, as an unlocked collection does, and opens a page. */
export async function openWithKey(
  page: Page,
  path: string,
  { raw, parent }: { raw: Uint8Array<ArrayBuffer>; parent: string },
): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('me_id') !== null)
  const record = await toKeyRecord(raw, { collectionId: parent, label: 'Papers key' })
  await page.evaluate(
    saved =>
      sessionStorage.setItem(
        `keys:${localStorage.getItem('me_id')}`,
        JSON.stringify([{ ...saved, since: 1 }]),
      ),
    record,
  )
  await page.goto(path)
}

/** Encrypts the first link of a collection with files. Its run shows a dialog that closes at its end. */
export async function encryptWithFiles(page: Page, title: string): Promise<string> {
  const file = await startEncrypting(page, title, 'Papers key')
  await findCard(page, title).getByRole('img', { name: 'Encrypted, open here' }).waitFor()
  return file
}
