import { readFile } from 'node:fs/promises'
import { getTree } from '@nestmark/contract/collections'
import { listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import { favouriteLink } from '@nestmark/contract/links/links'
import { saveNote } from '@nestmark/contract/links/linkNote'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { downloadNewKey, encryptFirstLink, fillNewKey, testSecret } from '../encryption/encryptionFixture.ts'
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

const settings = '/settings?tab=encryption'
const exportSecret = 'the secret of the exported key'

/** Encrypts a collection with a collection inside: three links, one with a private note. @returns the key file */
async function encryptCollections(page: Page, ada: Person): Promise<string> {
  const papers = await addCollection(ada, 'Papers')
  const letters = await addCollection(ada, 'Letters', papers)
  await addLink(ada, 'mortgage of the house', papers, { tags: ['house'] })
  const noted = await addLink(ada, 'rent contract', papers)
  await addLink(ada, 'letter from the bank', letters)
  await ada.call(saveNote, { link_id: noted, note: 'ends in May' })
  await ada.call(favouriteLink, { link_id: noted, is_fav: 1 })
  await page.goto(`/c/${papers}`)
  await page
    .getByRole('button', { name: /actions for papers/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Encrypt collection' }).click()
  await fillNewKey(page.getByRole('dialog', { name: 'Encrypt “Papers”' }), 'Papers key', exportSecret)
  const key = await downloadNewKey(page)
  await page.getByText('3 Links encrypted successfully').waitFor()
  return key
}

/** Presses a button that saves a file. @returns its text */
async function download(page: Page, start: () => Promise<void>): Promise<string> {
  const saved = page.waitForEvent('download')
  await start()
  return readFile(await (await saved).path(), 'utf8')
}

const toFile = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
})

async function openImport(page: Page, file: string) {
  await press(page, page.getByRole('button', { name: 'Import', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Import encrypted links' })
  await dialog.getByLabel('Encrypted export').setInputFiles(toFile('export.json', file))
  return dialog
}

test.each(phoneViewports)(
  'ENC-03 ENC-07 the user exports encrypted links, and imports them into another account with another key, %i px, dark %s',
  async (width, dark) => {
    const ada = await env.signIn('ada', 2)
    const bob = await env.signIn('bob', 2)
    const adas = await env.open(ada, '/dashboard')
    const key = await encryptCollections(adas, ada)
    await adas.goto(settings)
    const file = await download(adas, () => adas.getByRole('button', { name: 'Export encrypted' }).click())
    await adas.getByText('3 links exported').waitFor()
    for (const secret of [
      'mortgage',
      'bank',
      'example.org',
      'May',
      exportSecret,
      JSON.parse(key).keys[0].key,
    ])
      expect(file).not.toContain(secret)

    const dates = (await ada.call(listEncryptedLinks, {})).links.map(link => link.create_date)
    env.app.clock.now += 3_600_000

    const page = await env.open(bob, '/dashboard', { width, dark })
    const vault = await addCollection(bob, 'Vault')
    await addLink(bob, 'first', vault)
    await page.goto(`/c/${vault}`)
    await encryptFirstLink(page, 'first', 'Vault key')
    await page.goto(settings)
    await page.getByText('Bookmark files leave encrypted links out').waitFor()
    await saveScreenshot(page, `encrypted-transfer-${width}-${dark ? 'dark' : 'light'}`)
    const dialog = await openImport(page, file)
    await dialog.getByText('3 links in 2 collections').waitFor()
    await dialog.getByText(/3 links of “Papers”, “Letters” need another key/).waitFor()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `encrypted-import-${width}-${dark ? 'dark' : 'light'}`)
    await dialog.getByLabel('Collection key', { exact: true }).fill('a wrong secret')
    await press(page, dialog.getByRole('button', { name: 'Open', exact: true }))
    await dialog.getByText('Key you have entered is not match please try a different key').waitFor()
    await dialog.getByLabel('Collection key', { exact: true }).fill(exportSecret)
    await press(page, dialog.getByRole('button', { name: 'Open', exact: true }))
    await dialog.getByText('All keys are here').waitFor()
    expect(await dialog.getByRole('combobox', { name: 'Import into' }).textContent()).toBe('Vault')
    await dialog.getByLabel('Secret key of “Vault key”', { exact: true }).fill('a wrong secret')
    await press(page, dialog.getByRole('button', { name: 'Import 3 links' }))
    await dialog.getByText('Key you have entered is not match please try a different key').waitFor()
    await dialog.getByLabel('Secret key of “Vault key”', { exact: true }).fill(testSecret)
    await press(page, dialog.getByRole('button', { name: 'Import 3 links' }))
    await page.getByText('3 links imported').waitFor()

    await page.goto(`/c/${vault}`)
    await findCard(page, 'first').waitFor()
    const listAll = async () =>
      (await bob.call(listEncryptedLinks, { folder_id: vault, include_sub: 1 })).links
    const stored = await listAll()
    expect(stored).toHaveLength(4)
    for (const { name, link, note } of stored)
      for (const text of [name, link, note ?? 'nm1.']) expect(text).toMatch(/^nm1\./)
    expect(stored.flatMap(({ tags }) => tags.map(tag => tag.name))).toEqual(['house'])
    expect(stored.filter(({ note }) => note !== undefined && note !== '')).toHaveLength(1)
    // Dates and favourites are those of the export.
    expect(stored.map(link => link.create_date).toSorted((a, b) => a - b)).toEqual([
      ...dates.toSorted((a, b) => a - b),
      env.app.clock.now,
    ])
    expect(stored.filter(link => link.favourite === 1).map(link => link.note !== undefined)).toEqual([true])
    // Each link is in the collection of its name, inside the chosen one.
    const root = await bob.call(getTree, {})
    const target = root.children.find(({ _id }) => _id === vault)
    const papers = target?.children.find(({ folder_name: name }) => name === 'Papers')
    expect(papers?.children.map(({ folder_name: name }) => name)).toEqual(['Letters'])
    await page.goto(`/c/${papers?._id}`)
    await findCard(page, 'mortgage of the house').waitFor()

    await page.goto(settings)
    const again = await openImport(page, file)
    await again.getByLabel('Key file').setInputFiles(toFile('papers.key', key))
    await again.getByText('All keys are here').waitFor()
    await again.getByLabel('Secret key of “Vault key”', { exact: true }).fill(testSecret)
    await press(page, again.getByRole('button', { name: 'Import 3 links' }))
    await page.getByText('3 links were imported before.').waitFor()
    expect(await listAll()).toHaveLength(4)
  },
)

test('ENC-07 the browser makes a readable export after a question, without the locked links', async () => {
  const ada = await env.signIn('ada', 2)
  const page = await env.open(ada, '/dashboard')
  await encryptCollections(page, ada)
  const other = await addCollection(ada, 'Other')
  await addLink(ada, 'locked one', other)
  await page.goto(`/c/${other}`)
  await encryptFirstLink(page, 'locked one', 'Other key')
  await page.goto(settings)
  await page.getByRole('button', { name: 'Actions for “Other key”' }).click()
  await page.getByRole('menuitem', { name: 'Remove from this browser' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Export readable' }).click()
  const question = page.getByRole('dialog', { name: 'Export a readable file?' })
  await question.getByText('1 link whose key isn’t in this browser is left out.').waitFor()
  const file = await download(page, () => question.getByRole('button', { name: 'Export readable' }).click())
  await page.getByText('3 links exported').waitFor()
  await page.getByText('1 link was left out: the key isn’t in this browser.').waitFor()
  expect(file).toMatch(/<H3[^>]*>Papers<\/H3>[\s\S]*mortgage of the house[\s\S]*<H3[^>]*>Letters<\/H3>/)
  expect(file).toContain('NM_REMARK="ends in May"')
  expect(file).not.toContain('locked one')
})

test('ENC-03 rejects a file that is no encrypted export, and imports nothing without an encrypted collection', async () => {
  const page = await env.open(await env.signIn('ada', 2), settings)
  const dialog = await openImport(page, '{"type":"nestmark-keys"}')
  await dialog.getByText('This is not an encrypted export, or it is damaged.').waitFor()
  await dialog.getByText('Encrypt a collection first, or open its key.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
})
