import { getFolderKeys, listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { getLink } from '@nestmark/contract/links/links'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink, shareCollection } from '../support/collectionFixture.ts'
import {
  downloadNewKey,
  encryptFirstLink,
  fillNewKey,
  findEnterKey,
  clearKeys,
  testSecret,
} from './encryptionFixture.ts'
import { findCard, openCardMenu, openLinkForm, selectCardAction } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

describe('ENC encryption on the page', () => {
  test('ENC-01 ENC-02 ENC-04 ENC-07 the user encrypts a link with a new key whose file they save first, then a second one without a question', async () => {
    const papers = await addCollection(ada, 'Papers')
    const first = await addLink(ada, 'secretive', papers, { desc: 'a hidden description' })
    await addLink(ada, 'another', papers)
    const page = await env.open(ada, `/c/${papers}`)
    const bodies: string[] = []
    page.on('request', request => bodies.push(request.postData() ?? ''))
    await selectCardAction(page, 'secretive', 'Encrypt')
    const dialog = page.getByRole('dialog', { name: 'Encrypt 1 link' })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('Name for your key to differentiate from other keys').waitFor()
    await dialog.getByText('Secret key is required with minimum 8 characters').waitFor()
    await dialog.getByText('What stays readable').waitFor()
    await expectAccessible(page)
    await fillNewKey(dialog, 'Papers, spring 2026')
    const saving = page.getByRole('dialog', { name: 'Download your key' })
    await saving.getByRole('button', { name: 'Download key' }).waitFor()
    await expectAccessible(page)
    // Nothing was changed yet.
    expect((await ada.call(getLink, { link_id: first })).link!.enc).toBe(0)
    expect((await ada.call(getFolderKeys, { folder_id: papers })).enc_id).toBeNull()
    const file = await downloadNewKey(page)
    expect(JSON.parse(file)).toMatchObject({ type: 'nestmark-keys', keys: [{ parent: papers }] })
    await page.getByText('Link encrypted successfully').waitFor()
    const stored = (await ada.call(getLink, { link_id: first })).link!
    expect(stored).toMatchObject({ enc: 1 })
    expect(stored.name).toMatch(/^nm1\./)
    // Open here, as if nothing were different.
    const card = findCard(page, 'secretive')
    await card.getByRole('img', { name: 'Encrypted, open here' }).waitFor()

    await selectCardAction(page, 'another', 'Encrypt')
    await expect.poll(() => card.getByRole('img', { name: 'Encrypted, open here' }).count()).toBe(1)
    await expect
      .poll(async () => (await ada.call(listEncryptedLinks, { folder_id: papers })).links.length)
      .toBe(2)
    const { key } = (JSON.parse(file) as { keys: { key: string }[] }).keys[0]!
    const sent = bodies.join('\n')
    for (const text of [testSecret, key, 'a hidden description']) expect(sent).not.toContain(text)
  })

  test('ENC-03 ENC-05 ENC-09 ENC-11 without the key the link stays locked; a wrong secret and a wrong file change nothing; the right ones open', async () => {
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'secretive', papers)
    const page = await env.open(ada, `/c/${papers}`)
    const file = await encryptFirstLink(page, 'secretive', 'Papers key')
    await clearKeys(page)
    const card = page.getByRole('article').first()
    await card.getByRole('link', { name: 'Encrypted link' }).waitFor()
    expect(await page.content()).not.toContain('nm1.')
    await page.getByText('1 of 1 link is locked').waitFor()
    await card.getByRole('link', { name: 'Encrypted link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unlock “Papers”' })
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click()
    await dialog.getByText('Please choose a file with encryption key(s)').waitFor()
    await dialog.getByLabel('Collection key').fill('not the right secret')
    await dialog.getByRole('button', { name: 'Unlock', exact: true }).click()
    await dialog.getByText('Key you have entered is not match please try a different key').waitFor()
    expect(await dialog.getByLabel('Collection key').inputValue()).toBe('not the right secret')
    await expectAccessible(page)
    await dialog.getByLabel('Key file').setInputFiles({
      name: 'other.key',
      mimeType: 'application/json',
      buffer: Buffer.from(file.replace('nestmark-keys', 'other-keys')),
    })
    await dialog.getByText('Key you have uploaded is not match please upload a different key').waitFor()
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter(key => key.startsWith('keys:'))),
    ).toEqual([])
    await dialog.getByLabel('Collection key').fill(testSecret)
    await dialog.getByLabel('Collection key').press('Enter')
    await findCard(page, 'secretive').waitFor()

    await clearKeys(page)
    await findEnterKey(page).click()
    await page
      .getByRole('dialog')
      .getByLabel('Key file')
      .setInputFiles({ name: 'papers.key', mimeType: 'application/json', buffer: Buffer.from(file) })
    await findCard(page, 'secretive').waitFor()
    await selectCardAction(page, 'secretive', 'Decrypt')
    await page.getByText('Link decrypted successfully').waitFor()
  })

  test('ENC-08 the selection bar encrypts many, rejects encrypted ones, and decrypts many', async () => {
    const papers = await addCollection(ada, 'Papers')
    for (const title of ['one', 'two', 'three']) await addLink(ada, title, papers)
    const page = await env.open(ada, `/c/${papers}`)
    const select = async (...titles: string[]) => {
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).click()
    }
    const bar = page.getByRole('toolbar', { name: 'Selected links' })
    await select('one', 'two')
    await bar.getByRole('button', { name: 'Encrypt' }).click()
    await fillNewKey(page.getByRole('dialog', { name: 'Encrypt 2 links' }), 'Papers key')
    await downloadNewKey(page)
    await page.getByText('2 Links encrypted successfully').waitFor()
    await select('one', 'three')
    await bar.getByRole('button', { name: 'Encrypt' }).click()
    await page.getByText('Encrypted links can not encrypted again. Kindly remove it').waitFor()
    await bar.getByRole('button', { name: 'Cancel' }).click()
    await select('one', 'two')
    await bar.getByRole('button', { name: 'Decrypt' }).click()
    await page.getByText('2 Links decrypted successfully').waitFor()
    expect((await ada.call(listEncryptedLinks, { folder_id: papers })).links).toEqual([])
  })

  test('ENC-01 ENC-12 the user encrypts a collection with everything below; a further run encrypts what is new; decrypting asks first', async () => {
    const papers = await addCollection(ada, 'Papers')
    const drafts = await addCollection(ada, 'Drafts', papers)
    for (let number = 0; number < 4; number++)
      await addLink(ada, `paper ${number}`, number % 2 === 0 ? papers : drafts)
    const page = await env.open(ada, `/c/${papers}`)
    const choose = async (name: string) => {
      await page
        .getByRole('button', { name: /actions for papers/i })
        .first()
        .click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Encrypt collection')
    await fillNewKey(page.getByRole('dialog', { name: 'Encrypt “Papers”' }), 'Papers key')
    await downloadNewKey(page)
    await page.getByText('4 Links encrypted successfully').waitFor()
    const list = (input: object) =>
      ada.call(listEncryptedLinks, { folder_id: papers, include_sub: 1, ...input })
    expect((await list({ enc: 0 })).links).toEqual([])
    expect((await list({ enc: 1 })).links).toHaveLength(4)
    await addLink(ada, 'a later one', drafts)
    await choose('Encrypt collection')
    await page.getByText('Link encrypted successfully').waitFor()
    await choose('Decrypt collection')
    await page
      .getByRole('dialog', { name: 'Decrypt everything in “Papers”?' })
      .getByRole('button', { name: 'Decrypt' })
      .click()
    await page.getByText('5 Links decrypted successfully').waitFor()
    expect((await list({ enc: 1 })).links).toEqual([])
  })

  test('ENC-11 the form in a locked collection shows that saving asks for the key, and unlocks the collection', async () => {
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'secretive', papers)
    const page = await env.open(ada, `/c/${papers}`)
    await encryptFirstLink(page, 'secretive', 'Papers key')
    await clearKeys(page)
    await page.getByText('1 of 1 link is locked').waitFor()
    const form = await openLinkForm(page)
    const notice = form.getByText('This collection is locked. Saving asks for its key.')
    await notice.waitFor()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Unlock' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unlock “Papers”' })
    await dialog.getByLabel('Collection key').fill(testSecret)
    await dialog.getByLabel('Collection key').press('Enter')
    expect(await form.getByRole('checkbox', { name: 'Save encrypted' }).isChecked()).toBe(true)
    expect(await notice.count()).toBe(0)
  })

  test('ENC-07 E01 the page saves a new link of an encrypted collection encrypted, unless the user chooses otherwise', async () => {
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'first', papers)
    const page = await env.open(ada, `/c/${papers}`)
    await encryptFirstLink(page, 'first', 'Papers key')
    const form = await openLinkForm(page, 4)
    await form.getByRole('textbox', { name: 'Title' }).fill('A private thought')
    await form.getByRole('textbox', { name: 'Description' }).fill('What nobody else should read')
    expect(await form.getByRole('checkbox', { name: 'Save encrypted' }).isChecked()).toBe(true)
    const saving = page.waitForRequest(/save-enc-link/)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    expect((await saving).postData()).not.toMatch(/thought|nobody/)
    await findCard(page, 'A private thought').getByRole('img', { name: 'Encrypted, open here' }).waitFor()
    expect((await ada.call(listEncryptedLinks, { folder_id: papers })).links).toHaveLength(2)
  })

  test('ENC-11 E12 a reader opens it with the file, and a visitor sees only that it is encrypted', async () => {
    ada = await env.signIn('ada', 2)
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'secretive', papers)
    const page = await env.open(ada, `/c/${papers}`)
    const file = await encryptFirstLink(page, 'secretive', 'Papers key')
    const noor = await env.signIn('noor')
    await shareCollection(ada, papers, 'read', noor)
    const hers = await env.open(noor, `/c/${papers}`)
    await findEnterKey(hers).click()
    await hers
      .getByRole('dialog')
      .getByLabel('Key file')
      .setInputFiles({ name: 'papers.key', mimeType: 'application/json', buffer: Buffer.from(file) })
    await findCard(hers, 'secretive').getByRole('img', { name: 'Encrypted, open here' }).waitFor()
    await openCardMenu(hers, 'secretive')
    expect(await hers.getByRole('menuitem', { name: /^(Encrypt|Decrypt|Edit)$/ }).count()).toBe(0)
    await hers.keyboard.press('Escape')
    await ada.call(setPermissions, { folder_id: papers, read: 3, write: 0 })
    const visitor = await env.open(null, `/c/${papers}`)
    await visitor.getByRole('article').first().waitFor()
    expect(await visitor.content()).not.toMatch(/nm1\.|secretive/)
    expect(await findEnterKey(visitor).count()).toBe(0)
  })

  test('E10 ENC-12 encrypts a link again with the key of the collection to which it moves, and again on the way back', async () => {
    const papers = await addCollection(ada, 'Papers')
    const letters = await addCollection(ada, 'Letters')
    const moving = await addLink(ada, 'wandering', papers)
    await addLink(ada, 'staying', letters)
    const page = await env.open(ada, `/c/${letters}`)
    await encryptFirstLink(page, 'staying', 'Letters key')
    await page.goto(`/c/${papers}`)
    await selectCardAction(page, 'wandering', 'Encrypt')
    const dialog = page.getByRole('dialog', { name: 'Encrypt 1 link' })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('Please choose a existing key').waitFor()
    await dialog.getByRole('radio', { name: 'Create a new key' }).click()
    await fillNewKey(dialog, 'Papers key')
    await downloadNewKey(page)
    await page.getByText('Link encrypted successfully').waitFor()
    const keyOf = async () => (await ada.call(getLink, { link_id: moving })).link!.name.split('.')[1]
    const before = await keyOf()
    await selectCardAction(page, 'wandering', /^Move/)
    const picker = page.getByRole('dialog')
    await picker.getByText('Letters', { exact: true }).click()
    await picker.getByRole('button', { name: 'Move to Letters' }).click()
    await page.getByText('Undo').waitFor()
    expect(await keyOf()).not.toBe(before)
    expect((await ada.call(getLink, { link_id: moving })).link!.parent).toBe(letters)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(keyOf).toBe(before)
    await findCard(page, 'wandering').waitFor()
  })
})
