import { getFolderKeys, listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { fromBase64url } from '@nestmark/encryption/bytes'
import { type CollectionKey, openKey } from '@nestmark/encryption/keys/collectionKey'
import { openText } from '@nestmark/encryption/envelope'
import { readKeyFile } from '@nestmark/encryption/keys/keyFile'
import { openBySecret } from '@nestmark/encryption/secrets/validationValue'
import type { Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { downloadNewKey, fillNewKey, testSecret } from './encryptionFixture.ts'
import { closingPage, killingBrowser, type Loss } from './lossFixture.ts'
import { chooseOption } from '../support/pageElements.ts'
import { useEnvironment, waitForRender } from '../support/testEnvironment.ts'

vi.setConfig({ testTimeout: 300_000 })

const env = useEnvironment()
let ada: Person
let papers: string
let page: Page
/** The keys of all files that were downloaded, and the files by the names of their keys. */
let keys: CollectionKey[] = []
let files = new Map<string, string>()
/** More than two batches, and more than a page of the list. */
const linkCount = 230
const batches = 3
/** How often the page was lost, and how often a key was not saved in the browser afterwards. */
let losses = 0
let lostKeys = 0

beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  papers = await addCollection(ada, 'Papers')
  for (let number = 0; number < linkCount; number++) await addLink(ada, `paper ${number}`, papers)
  keys = []
  files = new Map()
  losses = 0
  lostKeys = 0
})

/**
 * Loses the page at its next call of an operation, then checks that nothing is lost and opens a new page.
 * @param when before the call leaves the browser, or after the server has done it and before the page knows it
 */
async function loseAt(
  loss: Loss,
  path: string,
  when: 'before' | 'after',
  start: () => Promise<void>,
): Promise<void> {
  const { promise: lost, resolve, reject } = Promise.withResolvers<void>()
  let isLost = false
  const lose = async (route: Route) => {
    if (isLost) return
    isLost = true
    if (when === 'after') {
      const answer = await route.fetch()
      expect(await answer.json()).toMatchObject({ status: 200 })
    }
    await loss.lose(page, route)
  }
  await page.route(`**/api/${path}`, route => lose(route).then(resolve, reject))
  // The page may disappear while the last step waits for it.
  await Promise.all([lost, start().catch(error => (isLost ? undefined : Promise.reject(error)))])
  losses += 1
  await expectAllReadable()
  page = await loss.open()
}

/** Checks that every link is in plain text, or opens with a key of the downloaded files. */
async function expectAllReadable(): Promise<void> {
  const titles: string[] = []
  for (const enc of [0, 1] as const) {
    let after: string | null | undefined
    while (after !== null) {
      const position: { after?: string } = after === undefined ? {} : { after }
      const part = await ada.call(listEncryptedLinks, { folder_id: papers, enc, ...position })
      for (const { _id: linkId, name } of part.links) {
        const key = keys.find(({ kid }) => kid === envelopeKeyId(name))
        titles.push(key ? await openText(key, { linkId, field: 'name' }, name) : name)
      }
      after = part.next
    }
  }
  const expected = Array.from({ length: linkCount }, (_, number) => `paper ${number}`)
  expect(titles.sort()).toEqual(expected.sort())
}

async function addKeyFile(text: string): Promise<void> {
  for (const { key, label } of await readKeyFile(text)) {
    keys.push(await openKey(fromBase64url(key)))
    files.set(label, text)
  }
}

/** Opens the list of the keys that the browser has saved. */
async function openKeys(): Promise<void> {
  await page.goto('/settings?tab=encryption')
  await page.getByRole('button', { name: 'Upload keys' }).first().waitFor()
  // The saved keys belong to the person.
  await page.waitForFunction(() => localStorage.getItem('me_id') !== null)
  await waitForRender(page)
}

/** Uploads the key files whose keys are not saved in the browser, as a person does who has them. */
async function uploadLostKeys(): Promise<void> {
  await openKeys()
  for (const [label, text] of files) {
    if ((await page.getByRole('button', { name: `Actions for “${label}”` }).count()) > 0) continue
    lostKeys += 1
    await page.getByRole('button', { name: 'Upload keys' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Upload keys' })
    const file = { name: 'my.key', mimeType: 'application/json', buffer: Buffer.from(text) }
    await dialog.getByLabel('Key file').setInputFiles(file)
    await dialog.getByRole('radio', { name: /Until logout/ }).check()
    await dialog.getByRole('button', { name: 'Upload' }).click()
    // The file of a key that the collection never got is refused.
    const refusal = dialog.getByText('Key you have uploaded is not match')
    await expect.poll(async () => (await refusal.count()) > 0 || (await dialog.count()) === 0).toBe(true)
    if ((await refusal.count()) > 0) await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
}

async function chooseOfCollection(action: string): Promise<void> {
  await page.goto(`/c/${papers}`)
  await page
    .getByRole('button', { name: /actions for papers/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function chooseOfKey(label: string, action: string): Promise<void> {
  await page.goto('/settings?tab=encryption')
  await page.getByRole('button', { name: `Actions for “${label}”` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Encrypts with a new key, which stays in the browser until the logout. */
async function encryptWithNewKey(): Promise<void> {
  await chooseOfCollection('Encrypt collection')
  const dialog = page.getByRole('dialog', { name: 'Encrypt “Papers”' })
  await dialog.getByRole('radio', { name: /Until logout/ }).check()
  await fillNewKey(dialog, 'First key')
  await addKeyFile(await downloadNewKey(page))
}

/** Returns whether the browser has saved the key that the collection did not get. */
async function hasSavedKey(): Promise<boolean> {
  await openKeys()
  return (await page.getByRole('button', { name: 'Actions for “First key”' }).count()) > 0
}

async function encryptWithSavedKey(): Promise<void> {
  await chooseOfCollection('Encrypt collection')
  const dialog = page.getByRole('dialog', { name: 'Encrypt “Papers”' })
  await chooseOption(dialog.getByLabel('Existing key'), 'First key')
  await dialog.getByLabel('Secret key of “First key”', { exact: true }).fill(testSecret)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

async function replaceKey(name: string): Promise<void> {
  await chooseOfKey('First key', 'New key for the collection')
  await fillNewKey(page.getByRole('dialog', { name: 'New key in place of “First key”' }), name)
  await addKeyFile(await downloadNewKey(page, 'Use this key'))
}

async function continueReplacing(): Promise<void> {
  await page.goto('/settings?tab=encryption')
  await page.getByText('The change to a new key was interrupted').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function changeSecret(label: string, secret: string): Promise<void> {
  await chooseOfKey(label, 'Change secret')
  const dialog = page.getByRole('dialog', { name: `Change the secret of “${label}”` })
  await dialog.getByLabel('Secret key', { exact: true }).fill(secret)
  await dialog.getByRole('button', { name: 'Change secret' }).click()
}

async function decryptAll(): Promise<void> {
  await chooseOfCollection('Decrypt collection')
  await page.getByRole('dialog').getByRole('button', { name: 'Decrypt' }).click()
}

/** Checks which secret opens the key of the collection. */
async function expectSecret(secret: string): Promise<void> {
  const { enc_id: value } = await ada.call(getFolderKeys, { folder_id: papers })
  const { kid } = await openBySecret(value ?? '', papers, secret)
  expect(keys.map(key => key.kid)).toContain(kid)
}

describe.each([
  ['page that is closed', closingPage],
  ['browser that is killed', killingBrowser],
])('E09 F04 ENC-12 a %s at any of twenty points in time', (_name, createLoss) => {
  test('loses no link, and the work continues', async () => {
    const loss = createLoss(env, ada)
    onTestFinished(() => loss.end())
    page = await loss.open()
    const at = async (path: string, when: 'before' | 'after', start: () => Promise<void>) => {
      if (losses > 1) await uploadLostKeys()
      await loseAt(loss, path, when, start)
    }
    await at('update-enc-folders', 'before', encryptWithNewKey)
    await at('update-enc-folders', 'after', (await hasSavedKey()) ? encryptWithSavedKey : encryptWithNewKey)
    for (let batch = 0; batch < batches; batch++) {
      await at('update-enc', 'before', () => chooseOfCollection('Encrypt collection'))
      await at('update-enc', 'after', () => chooseOfCollection('Encrypt collection'))
    }
    expect((await ada.call(listEncryptedLinks, { folder_id: papers, enc: 0 })).links).toEqual([])

    await at('change-folder-key', 'before', () => changeSecret('First key', 'the second secret'))
    await expectSecret(testSecret)
    await at('change-folder-key', 'after', () => changeSecret('First key', 'the second secret'))
    await expectSecret('the second secret')

    await at('change-folder-key', 'before', () => replaceKey('Unused key'))
    await at('change-folder-key', 'after', () => replaceKey('Second key'))
    for (let batch = 0; batch < batches; batch++) {
      await at('update-enc', 'before', continueReplacing)
      await at('update-enc', 'after', continueReplacing)
    }
    const { links } = await ada.call(getFolderKeys, { folder_id: papers })
    expect(links).toMatchObject([{ key_id: keys.at(-1)?.kid, count: linkCount }])

    await at('update-enc', 'before', decryptAll)
    await at('update-enc', 'after', decryptAll)
    expect(losses).toBe(20)
    if (loss.keepsStorage) expect(lostKeys).toBe(0)
    await uploadLostKeys()
    await decryptAll()
    await page.getByText(/Links decrypted successfully/).waitFor()
    expect((await ada.call(listEncryptedLinks, { folder_id: papers })).links).toEqual([])
  })
})
