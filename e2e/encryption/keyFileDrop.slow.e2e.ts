import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { encryptFirstLink, findEnterKey, clearKeys } from './encryptionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { findCard } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()

const wrongFile = 'Key you have uploaded is not match please upload a different key'

/** Drags a file over an element, and drops it there. */
async function dropFile(page: Page, target: Locator, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(content => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'papers.key', { type: 'application/json' }))
    return transfer
  }, text)
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer })
}

/** Checks the row 'Key file | Unlock' of the phone: equal columns, 8 apart and at least 44 high. */
async function expectEqualColumns(place: Locator): Promise<void> {
  const file = await place
    .getByText('Key file', { exact: true })
    .locator('xpath=ancestor-or-self::*[self::button or self::label][1]')
    .boundingBox()
  const unlock = await place.getByRole('button', { name: 'Unlock', exact: true }).boundingBox()
  expect(file!.height).toBeGreaterThanOrEqual(44)
  expect([unlock!.y, unlock!.height]).toEqual([file!.y, file!.height])
  expect(unlock!.width).toBeCloseTo(file!.width, 0)
  expect(unlock!.x - file!.x - file!.width).toBeCloseTo(8, 0)
}

async function setUp(size: { width: number; height: number; dark: boolean }) {
  const ada = await env.signIn('ada')
  const papers = await addCollection(ada, 'Papers to cite')
  const letters = await addCollection(ada, 'Letters')
  await addLink(ada, 'secretive', papers)
  await addLink(ada, 'other', letters)
  const page = await env.open(ada, `/c/${letters}`, size)
  const other = await encryptFirstLink(page, 'other', 'Letters key')
  await page.goto(`/c/${papers}`)
  await clearKeys(page)
  const file = await encryptFirstLink(page, 'secretive', 'Papers key')
  await clearKeys(page)
  await page.getByText('1 of 1 link is locked').waitFor()
  return { page, file, other }
}

describe('ENC-03 key files on the page', () => {
  test.each(phoneViewports)(
    'ENC-03 ENC-05 a key file opens the collection anywhere on the dialog or the bar, at %i px, dark: %s',
    async (width, dark) => {
      const look = `${width}-${dark ? 'dark' : 'light'}`
      const { page, file, other } = await setUp({ width, height: 844, dark })
      const bar = page.getByRole('region', { name: 'Encrypted' })
      await saveScreenshot(page, `bar-${look}`)
      await expectNoHorizontalScroll(page)
      await expectAccessible(page)
      await expectEqualColumns(bar)

      // The bar takes a chosen file. A wrong one gets its exact text, and nothing is saved.
      const choose = async (text: string) => {
        const chooser = page.waitForEvent('filechooser')
        await press(page, bar.getByRole('button', { name: 'Key file' }))
        const buffer = Buffer.from(text)
        await (await chooser).setFiles({ name: 'my.key', mimeType: 'application/json', buffer })
      }
      for (const wrong of [other, 'no key file']) {
        await choose(wrong)
        await page.getByText(wrongFile).waitFor()
        await page.reload()
        await bar.waitFor()
      }
      expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('keys:')
      await choose(file)
      await findCard(page, 'secretive').waitFor()
      await clearKeys(page)

      // A dropped file opens it, and is not uploaded to the collection.
      await dropFile(page, bar.getByText('1 of 1 link is locked'), file)
      await findCard(page, 'secretive').waitFor()
      expect(await page.getByRole('article').count()).toBe(1)
      await clearKeys(page)

      await press(page, findEnterKey(page))
      const dialog = page.getByRole('dialog', { name: 'Unlock “Papers to cite”' })
      const title = dialog.getByRole('heading', { name: 'Unlock “Papers to cite”' })
      await title.waitFor()
      await expectEqualColumns(dialog)
      await dropFile(page, title, other)
      await dialog.getByText(wrongFile).waitFor()
      await saveScreenshot(page, `unlock-wrong-file-${look}`)
      await expectAccessible(page)
      await dropFile(page, title, file)
      await findCard(page, 'secretive').waitFor()
      await dialog.waitFor({ state: 'detached' })
      expect(await page.getByRole('article').count()).toBe(1)
    },
  )

  test('ENC-13 the user drops a key file anywhere on the dialog that uploads keys', async () => {
    const { page, file } = await setUp({ width: 1440, height: 900, dark: false })
    await page.goto('/settings?tab=encryption')
    await page.getByRole('button', { name: 'Upload keys' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Upload keys' })
    await dropFile(page, dialog.getByRole('heading', { name: 'Upload keys' }), file)
    await dialog.getByText('papers.key').waitFor()
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText('Your key has been uploaded successfully').waitFor()
  })
})
