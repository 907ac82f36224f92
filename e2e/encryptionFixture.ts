import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'

/** A secret with which the tests encrypt. */
export const testSecret = 'nest of straw and moss 42'

/** Fills the form of a new key, and submits it. */
export async function fillNewKey(dialog: Locator, name: string, secret = testSecret): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Key name' }).fill(name)
  await dialog.getByLabel('Secret key', { exact: true }).fill(secret)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/**
 * Downloads the new key, confirms that it is saved, and goes on.
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

/** Forgets the keys of a page, as a new window does. */
export async function forgetKeys(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
}
