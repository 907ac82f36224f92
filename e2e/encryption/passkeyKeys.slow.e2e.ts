import { listPasskeyKeys, savePasskeyKeys } from '@nestmark/contract/encryption/encryptionKeys'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { shareCollection } from '../support/collectionFixture.ts'
import { downloadNewKey, fillNewKey, findEnterKey, clearKeys, testSecret } from './encryptionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { findCard } from '../support/pageElements.ts'
import { addPasskey, encryptOne, openWithAuthenticator, readKeys } from '../accounts/passkeyFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'
import { findSmallTargets } from '../support/touchTargets.ts'

const env = useEnvironment()
/** The origin of the server under `localhost`: passkeys require a host name. */
let site: string
beforeAll(async () => {
  site = env.app.origin.replace('127.0.0.1', 'localhost')
})

const settings = '/settings?tab=encryption'
const passkeyName = 'Chrome on Linux'

const findCardOfPasskeys = (page: Page) => page.getByRole('region', { name: 'Unlock by passkey' })

async function setUp(page: Page) {
  await page.goto(`${site}${settings}`)
  const card = findCardOfPasskeys(page)
  await press(page, card.getByRole('button', { name: 'Set up a passkey' }))
  await page.getByText('Your passkey opens your keys now').waitFor()
  return card
}

/** Opens the dialog of a locked collection. */
async function openUnlock(page: Page, name: string) {
  await press(page, findEnterKey(page))
  const dialog = page.getByRole('dialog', { name: `Unlock “${name}”` })
  await dialog.getByLabel('Collection key').waitFor()
  return dialog
}

async function enterSecret(page: Page, dialog: Locator) {
  await dialog.getByLabel('Collection key').fill(testSecret)
  await page.keyboard.press('Enter')
  await findCard(page, 'link of Papers').waitFor()
}

describe('ENC unlock by passkey', () => {
  test.each(phoneViewports)(
    'ENC-03 ENC-06 ENC-07 a passkey opens the keys in a new session, at %i px, dark: %s',
    async (width, dark) => {
      const name = `${width}-${dark ? 'dark' : 'light'}`
      const { page, person, watched, setVerified } = await openWithAuthenticator(env, site, { width, dark })
      const papers = await encryptOne(page, site, person, 'Papers')
      const [saved] = await readKeys(page)

      // Without a passkey in the account, the page shows where one is added.
      await page.goto(`${site}${settings}`)
      const card = findCardOfPasskeys(page)
      await card.getByText('Your account has no passkey yet.').waitFor()
      expect(await card.getByRole('link', { name: 'Add a passkey' }).getAttribute('href')).toMatch(
        /\/accounts\/profile$/,
      )
      await saveScreenshot(page, `passkey-none-${name}`, true)
      await expectAccessible(page)
      await addPasskey(page, site)
      await setUp(page)
      await card.getByText(passkeyName).waitFor()
      await card.getByText('Opens 1 key').waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Papers key' }).getByText('Passkey').waitFor()
      await saveScreenshot(page, `passkey-card-${name}`, true)
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)

      // One press in the bar.
      await page.goto(`${site}/c/${papers}`)
      await clearKeys(page)
      const use = page.getByRole('button', { name: 'Use passkey' })
      await use.waitFor()
      await saveScreenshot(page, `passkey-bar-${name}`)
      await expectAccessible(page)
      await press(page, use)
      await findCard(page, 'link of Papers').waitFor()
      expect((await readKeys(page)).map(({ kid }) => kid)).toEqual([saved!.kid])

      // The dialog, with a longer life of the key.
      await clearKeys(page)
      const dialog = await openUnlock(page, 'Papers')
      const unlock = dialog.getByRole('button', { name: 'Unlock with passkey' })
      await unlock.waitFor()
      await saveScreenshot(page, `passkey-dialog-${name}`)
      await expectAccessible(page)
      await dialog.getByText('Until logout').click()
      await press(page, unlock)
      await findCard(page, 'link of Papers').waitFor()
      await dialog.waitFor({ state: 'detached' })
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(saved!.key)
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(saved!.key)

      // Cancelled: no message appears, and the field is ready. The authenticator accepts no one after this.
      await page.evaluate(() =>
        Object.keys(localStorage).forEach(key => key.startsWith('keys:') && localStorage.removeItem(key)),
      )
      await page.reload()
      await openUnlock(page, 'Papers')
      await unlock.waitFor()
      await setVerified(false)
      await press(page, unlock)
      const field = dialog.getByLabel('Collection key')
      await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(await readKeys(page)).toEqual([])
      await page.keyboard.type(testSecret)
      await page.keyboard.press('Enter')
      await findCard(page, 'link of Papers').waitFor()

      // Nothing that opens the links was sent: neither the key nor the secret of the passkey.
      const sent = watched.bodies.join('\n')
      expect(sent).toContain('nm1p.')
      expect(watched.secrets.length).toBeGreaterThan(1)
      for (const hex of new Set(watched.secrets))
        for (const encoding of ['hex', 'base64', 'base64url'] as const)
          expect(sent.includes(Buffer.from(hex, 'hex').toString(encoding))).toBe(false)
      expect(saved!.key).toHaveLength(43)
      expect(sent.includes(saved!.key)).toBe(false)
      expect(JSON.stringify(await person.call(listPasskeyKeys, {})).includes(saved!.key)).toBe(false)
    },
  )

  test('ENC-03 ENC-12 a passkey lacks later keys until the user chooses them', async () => {
    const { page, person } = await openWithAuthenticator(env, site, { width: 390, dark: true })
    const papers = await encryptOne(page, site, person, 'Papers')
    await addPasskey(page, site)
    const card = await setUp(page)
    await press(page, page.getByRole('button', { name: 'Actions for “Papers key”' }))
    await press(page, page.getByRole('menuitem', { name: 'New key for the collection' }))
    await fillNewKey(page.getByRole('dialog', { name: 'New key in place of “Papers key”' }), 'Papers, new')
    await downloadNewKey(page, 'Use this key')
    await page.getByText('The collection has a new key').waitFor()
    // The passkey has the previous key only.
    await card.getByText('Opens 1 of 2 keys').waitFor()
    await card.evaluate(element => element.scrollIntoView())
    await saveScreenshot(page, 'passkey-stale')
    await expectNoHorizontalScroll(page)
    // A toast covers the last button of the page.
    await page.getByText('The collection has a new key').waitFor({ state: 'detached' })
    expect(await findSmallTargets(page)).toEqual([])
    await page.goto(`${site}/c/${papers}`)
    await clearKeys(page)
    const dialog = await openUnlock(page, 'Papers')
    await dialog.getByText('Your passkey doesn’t have this key yet.').waitFor()
    expect(await page.getByRole('button', { name: /passkey/i }).count()).toBe(0)
    await saveScreenshot(page, 'passkey-lacks-key')
    await expectAccessible(page)
    await enterSecret(page, dialog)

    // Even if the server names the wrong keys, the page shows what is missing.
    const { kid } = (await readKeys(page))[0]!
    const { credential_id, wrapped, key_ids } = (await person.call(listPasskeyKeys, {})).passkeys[0]!
    const replaces = wrapped.split('.')[1]
    await person.call(savePasskeyKeys, { credential_id, replaces, wrapped, key_ids: [kid] })
    await clearKeys(page)
    await press(page, page.getByRole('button', { name: 'Use passkey' }))
    await page.getByText('This passkey doesn’t have the key of this collection.').waitFor()
    await person.call(savePasskeyKeys, { credential_id, replaces, wrapped, key_ids })
    await page.reload()
    await enterSecret(page, await openUnlock(page, 'Papers'))

    await page.goto(`${site}${settings}`)
    await press(page, card.getByRole('button', { name: `Choose keys of “${passkeyName}”` }))
    const choice = page.getByRole('dialog', { name: `Keys of “${passkeyName}”` })
    await choice.getByRole('checkbox', { name: 'Papers, new', exact: true }).check()
    await press(page, choice.getByRole('button', { name: 'Save' }))
    await page.getByText('Your passkey opens 2 keys now').waitFor()
    await card.getByText('Opens 2 keys').waitFor()
    await page.goto(`${site}/c/${papers}`)
    await clearKeys(page)
    await press(page, page.getByRole('button', { name: 'Use passkey' }))
    await findCard(page, 'link of Papers').waitFor()
  })

  test('ENC-06 ENC-13 the page removes the keys of a passkey, which opens nothing any more', async () => {
    const { page, person } = await openWithAuthenticator(env, site)
    const papers = await encryptOne(page, site, person, 'Papers')
    await addPasskey(page, site)
    const card = await setUp(page)
    // A key that the passkey opens is removed from the browser without a question, and opened again.
    await page.getByRole('button', { name: 'Actions for “Papers key”' }).click()
    await page.getByRole('menuitem', { name: 'Remove from this browser' }).click()
    await page.getByText('Your passkey opens it again.').waitFor()
    await page.getByText('No keys in this browser').waitFor()
    await card.getByRole('button', { name: `Open keys with “${passkeyName}”` }).click()
    await page.getByText('Your keys are open in this browser').waitFor()
    await page.getByText('Papers key').waitFor()

    await card.getByRole('button', { name: `Remove the keys of “${passkeyName}”` }).click()
    const question = page.getByRole('dialog', { name: `Stop opening keys with “${passkeyName}”?` })
    await question.waitFor()
    await saveScreenshot(page, 'passkey-remove')
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('This passkey no longer opens your keys').waitFor()
    expect((await person.call(listPasskeyKeys, {})).passkeys).toEqual([])
    await card.getByRole('button', { name: 'Set up a passkey' }).waitFor()
    await page.goto(`${site}/c/${papers}`)
    await clearKeys(page)
    const dialog = await openUnlock(page, 'Papers')
    expect(await page.getByRole('button', { name: /passkey/i }).count()).toBe(0)
    await enterSecret(page, dialog)

    // A passkey that is removed from the account opens no keys either.
    await setUp(page)
    await page.goto(`${site}/accounts/profile`)
    await page.getByRole('button', { name: `Remove ${passkeyName}` }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await page.getByText('Passkey removed').waitFor()
    expect((await person.call(listPasskeyKeys, {})).passkeys).toEqual([])
  })

  test('ENC-03 the page rejects a passkey without the PRF extension with a message, and stores nothing', async () => {
    const { page, person } = await openWithAuthenticator(env, site, { hasPrf: false })
    await encryptOne(page, site, person, 'Papers')
    await addPasskey(page, site)
    await page.goto(`${site}${settings}`)
    const card = findCardOfPasskeys(page)
    await card.getByRole('button', { name: 'Set up a passkey' }).click()
    await card.getByRole('alert').getByText('it has no PRF extension').waitFor()
    await saveScreenshot(page, 'passkey-no-prf')
    await expectAccessible(page)
    expect((await person.call(listPasskeyKeys, {})).passkeys).toEqual([])
    // A browser that reports no such extension offers nothing.
    await page.addInitScript(() => {
      PublicKeyCredential.getClientCapabilities = async () => ({ 'extension:prf': false })
    })
    await page.reload()
    await card.getByText('This browser doesn’t offer it').waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
  })

  test('ENC-05 ENC-06 the page does not offer keys of another person, and they do not open', async () => {
    const { page, person } = await openWithAuthenticator(env, site)
    const papers = await encryptOne(page, site, person, 'Papers')
    await addPasskey(page, site)
    await setUp(page)
    const noor = await env.signIn('noor')
    await env.app.services.db.write(tx =>
      tx.updateTable('people').set({ plan: 2 }).where('id', '=', person.id).execute(),
    )
    await shareCollection(person, papers, 'read', noor)
    // The same browser and the same authenticator, after another person has signed in.
    await page.evaluate(token => {
      localStorage.clear()
      sessionStorage.clear()
      localStorage.setItem('token', token)
    }, noor.token)
    await page.goto(`${site}/c/${papers}`)
    await openUnlock(page, 'Papers')
    expect(await page.getByRole('button', { name: /passkey/i }).count()).toBe(0)
    // Even if the record came to them, it is bound to its person.
    const { credential_id, wrapped, key_ids } = (await person.call(listPasskeyKeys, {})).passkeys[0]!
    await noor.call(savePasskeyKeys, { credential_id, wrapped, key_ids })
    await page.reload()
    const dialog = await openUnlock(page, 'Papers')
    await dialog.getByRole('button', { name: 'Unlock with passkey' }).click()
    await dialog.getByText('This passkey can’t open these keys.').waitFor()
    await saveScreenshot(page, 'passkey-other-person')
    await expectAccessible(page)
    expect(await readKeys(page)).toEqual([])
  })

  test('ENC-03 under another address the page shows where passkeys work', async () => {
    const ada = await env.signIn('ada')
    const page = await env.open(ada, settings)
    await findCardOfPasskeys(page).getByText(`Open ${site} to use yours.`).waitFor()
  })
})
