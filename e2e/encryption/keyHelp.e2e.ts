import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink, shareCollection } from '../support/collectionFixture.ts'
import { clearKeys, downloadNewKey, findEnterKey } from './encryptionFixture.ts'
import { findCard, openShareDialog, selectCardAction } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let papers: string
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  papers = await addCollection(ada, 'Papers')
  await addLink(ada, 'secretive', papers)
})

/** Opens the collection, and encrypts its link with a generated secret. @returns the page and the secret */
async function encryptPapers() {
  const page = await env.open(ada, `/c/${papers}`)
  await selectCardAction(page, 'secretive', 'Encrypt')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Key name' }).fill('Spring 2026')
  await dialog.getByRole('button', { name: 'Generate strong key' }).click()
  const secret = await dialog.getByLabel('Secret key', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await downloadNewKey(page)
  await page.getByText('Link encrypted successfully').waitFor()
  return { page, secret }
}

describe('ENC help with keys', () => {
  test('ENC-03 ENC-04 ENC-11 a generated secret opens in lower case and in groups, the key keeps its name, and the dialog helps when it is lost', async () => {
    const { page, secret } = await encryptPapers()
    await clearKeys(page)
    await findEnterKey(page).click()
    const dialog = page.getByRole('dialog', { name: 'Unlock “Papers”' })
    await dialog.getByText('Lost your key?').click()
    await dialog.getByText('Another device where it is open').waitFor()
    await dialog.getByText('Without one of these nobody can open the links').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Collection key').fill(secret.toLowerCase().replaceAll(/(.{4})/g, '$1 '))
    await dialog.getByLabel('Collection key').press('Enter')
    await findCard(page, 'secretive').waitFor()
    await page.getByText('Spring 2026').waitFor()

    await clearKeys(page)
    await findEnterKey(page).click()
    await dialog.getByText('Lost your key?').click()
    await dialog.getByRole('link', { name: 'Encryption keys' }).click()
    await page.getByRole('button', { name: 'Export encrypted' }).waitFor()
    expect(await dialog.count()).toBe(0)
  })

  test('ENC-12 SHR-01 SHR-04 the share dialog of an encrypted collection says that members need the key, before and after Submit', async () => {
    const lea = await env.signIn('lea')
    const { page } = await encryptPapers()
    await shareCollection(ada, papers, 'read', lea)
    const dialog = await openShareDialog(page, 'Papers')
    const note = dialog.getByRole('region', { name: 'The key is needed too' })
    await note.getByText('members see the encrypted links locked').waitFor()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await note.getByRole('button', { name: 'Download key file' }).click()
    expect((await download).suggestedFilename()).toBe('papers.key')
    await note.getByRole('button', { name: 'Give the key' }).click()
    await page.getByRole('dialog', { name: 'Who can read “Papers”' }).getByText('lea').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByRole('radio', { name: /Anyone on the internet/ }).check()
    await note.getByText('Visitors see the encrypted links locked.').waitFor()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await note.getByText('Visitors see the encrypted links locked.').waitFor()
    await expectAccessible(page)
  })
})
