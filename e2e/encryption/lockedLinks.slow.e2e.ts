import { trashLinks } from '@nestmark/contract/links/links'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { downloadNewKey, fillNewKey, findEnterKey, clearKeys, testSecret } from './encryptionFixture.ts'
import { findCard } from '../support/pageElements.ts'
import {
  expectAccessible,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

describe('ENC locked links on the page', () => {
  test.each(phoneViewports)(
    'ENC-01 ENC-03 the dialogs and the locked collection at %i px, dark: %s',
    async (width, dark) => {
      const name = `${width}-${dark ? 'dark' : 'light'}`
      const papers = await addCollection(ada, 'Papers to cite')
      for (const title of ['one', 'two', 'three', 'four']) await addLink(ada, title, papers)
      const page = await env.open(ada, `/c/${papers}`, { width, height: 844, dark })
      await page.getByRole('article').first().waitFor()
      await page
        .getByRole('button', { name: /actions for papers/i })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Encrypt collection' }).click()
      const dialog = page.getByRole('dialog', { name: 'Encrypt “Papers to cite”' })
      await dialog.getByRole('textbox', { name: 'Key name' }).fill('Papers, spring 2026')
      await dialog.getByLabel('Secret key', { exact: true }).fill(testSecret)
      await saveScreenshot(page, `encrypt-${name}`)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('dialog', { name: 'Download your key' }).waitFor()
      await saveScreenshot(page, `encrypt-download-${name}`)
      await downloadNewKey(page)
      await page.getByText('4 Links encrypted successfully').waitFor()
      await page.getByRole('img', { name: 'Encrypted, open here' }).nth(3).waitFor()
      await saveScreenshot(page, `encrypt-open-${name}`)
      await expectAccessible(page)
      await clearKeys(page)
      await page.getByText('4 of 4 links are locked').waitFor()
      await saveScreenshot(page, `encrypt-locked-${name}`)
      await expectAccessible(page)
      await findEnterKey(page).click()
      await page.getByLabel('Collection key').fill('not the right secret')
      await page.getByRole('dialog').getByRole('button', { name: 'Unlock', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByText('Key you have entered is not match please try a different key')
        .waitFor()
      await saveScreenshot(page, `encrypt-unlock-${name}`)
      await page.getByLabel('Collection key').fill(testSecret)
      await page.getByRole('dialog').getByRole('button', { name: 'Unlock', exact: true }).click()
      await findCard(page, 'three').waitFor()
    },
  )

  test.each(phoneViewports)(
    'ENC-11 the page locks rows, the page of a link and the trash without the key at %i px, dark: %s',
    async (width, dark) => {
      const papers = await addCollection(ada, 'Papers')
      const id = await addLink(ada, 'secretive', papers, { desc: 'a hidden description' })
      const trashed = await addLink(ada, 'thrown away', papers)
      const page = await env.open(ada, `/c/${papers}`, { width, height: 900, dark })
      const name = `${width}-${dark ? 'dark' : 'light'}`
      await page.getByRole('article').first().waitFor()
      await page
        .getByRole('button', { name: /actions for papers/i })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Encrypt collection' }).click()
      await fillNewKey(page.getByRole('dialog'), 'Papers key')
      await downloadNewKey(page)
      await page.getByText('2 Links encrypted successfully').waitFor()
      await ada.call(trashLinks, { linkIdArr: [trashed], isTrash: 1 })
      await page.goto('/trash?tab=links')
      await findCard(page, 'thrown away').waitFor()
      await page.goto(`/l/${id}`)
      await page.getByRole('heading', { name: 'secretive' }).waitFor()
      await page.getByText('a hidden description').waitFor()
      await saveScreenshot(page, `link-open-${name}`)
      await clearKeys(page)
      await page.getByRole('heading', { name: 'Encrypted link' }).waitFor()
      expect(await page.content()).not.toMatch(/nm1\.|secretive|a hidden/)
      await saveScreenshot(page, `link-locked-${name}`)
      await expectAccessible(page)
      await page.goto('/trash?tab=links')
      await page.getByRole('article').first().waitFor()
      expect(await page.content()).not.toMatch(/nm1\.|thrown away/)
      await page.goto(`/c/${papers}`)
      await page.getByRole('radio', { name: 'List', exact: true }).first().click()
      const title = page.getByRole('link', { name: 'Encrypted link' })
      await title.waitFor()
      // A bar replaces the title.
      await expect
        .poll(async () => (await title.locator('span').first().boundingBox())?.width ?? 0)
        .toBeGreaterThan(100)
      // The link in the trash does not count.
      await page.getByText('1 of 1 link is locked').waitFor()
      await saveScreenshot(page, `row-locked-${name}`)
      await expectAccessible(page)
      await page.goto(`/l/${id}`)
      await page.getByRole('button', { name: 'Unlock', exact: true }).click()
      await page.getByLabel('Collection key').fill(testSecret)
      await page.getByLabel('Collection key').press('Enter')
      await page.getByRole('heading', { name: 'secretive' }).waitFor()
      expect(
        await page.evaluate(() => JSON.stringify([{ ...localStorage }, sessionStorage.getItem('answers')])),
      ).not.toMatch(/secretive|a hidden/)
    },
  )
})
