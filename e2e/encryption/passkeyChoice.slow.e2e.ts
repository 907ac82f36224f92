import { listPasskeyKeys, savePasskeyKeys } from '@nestmark/contract/encryption/encryptionKeys'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { downloadNewKey, fillNewKey, clearKeys } from './encryptionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { addPasskey, encryptOne, openWithAuthenticator, readKeys } from '../accounts/passkeyFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
/** The origin of the server under `localhost`: passkeys require a host name. */
let site: string
beforeAll(async () => {
  site = env.app.origin.replace('127.0.0.1', 'localhost')
})

const passkeyName = 'Chrome on Linux'
const findCard = (page: Page) => page.getByRole('region', { name: 'Unlock by passkey' })
const readStored = async (person: Person) => (await person.call(listPasskeyKeys, {})).passkeys[0]!

/** Sets up a passkey that opens the keys of some collections. */
async function setUp(names: readonly string[], options: { width?: number; dark?: boolean } = {}) {
  const { page, person } = await openWithAuthenticator(env, site, options)
  for (const name of names) await encryptOne(page, site, person, name)
  await addPasskey(page, site)
  await page.goto(settings())
  await press(page, findCard(page).getByRole('button', { name: 'Set up a passkey' }))
  await page.getByText('Your passkey opens your keys now').waitFor()
  const keys = await readKeys(page)
  return { page, person, kids: keys.map(({ kid }) => kid) }
}

async function openChoice(page: Page) {
  await press(page, findCard(page).getByRole('button', { name: `Choose keys of “${passkeyName}”` }))
  return page.getByRole('dialog', { name: `Keys of “${passkeyName}”` })
}

/** Ticks or unticks keys in the dialog, and saves. */
async function choose(page: Page, changes: Record<string, boolean>) {
  const dialog = await openChoice(page)
  for (const [name, isChosen] of Object.entries(changes))
    await dialog.getByRole('checkbox', { name }).setChecked(isChosen)
  await press(page, dialog.getByRole('button', { name: 'Save' }))
}

/** Removes a key from this browser, and reloads the page. */
async function removeKey(page: Page, removed: string) {
  await page.evaluate(kid => {
    for (const storage of [sessionStorage, localStorage])
      for (const [name, text] of Object.entries(storage)) {
        if (!name.startsWith('keys:')) continue
        const keys = JSON.parse(text as string) as { kid: string }[]
        storage.setItem(name, JSON.stringify(keys.filter(key => key.kid !== kid)))
      }
  }, removed)
  await page.reload()
}

const settings = () => `${site}/settings?tab=encryption`

describe('ENC the keys that a passkey opens', () => {
  test.each(phoneViewports)(
    'ENC-13 a person chooses the keys of a passkey and removes one, at %i px, dark: %s',
    async (width, dark) => {
      const look = `${width}-${dark ? 'dark' : 'light'}`
      const { page, person, kids } = await setUp(['Papers', 'Letters'], { width, dark })
      const [papers, letters] = kids
      const dialog = await openChoice(page)
      const save = dialog.getByRole('button', { name: 'Save' })
      expect(await save.getAttribute('aria-disabled')).toBe('true')
      await dialog.getByRole('checkbox', { name: 'Letters key' }).uncheck()
      await dialog.getByText('can’t be opened again without this passkey').waitFor()
      await saveScreenshot(page, `passkey-choose-${look}`)
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
      await dialog.getByRole('checkbox', { name: 'Papers key' }).uncheck()
      await dialog.getByText('Choose at least one key.').waitFor()
      expect(await save.getAttribute('aria-disabled')).toBe('true')
      await dialog.getByRole('checkbox', { name: 'Papers key' }).check()
      await press(page, save)
      await page.getByText('Your passkey opens 1 key now').waitFor()
      await dialog.waitFor({ state: 'detached' })
      await findCard(page).getByText('Opens 1 of 2 keys').waitFor()
      expect((await readStored(person)).key_ids).toEqual([papers])
      await choose(page, { 'Letters key': true })
      await findCard(page).getByText('Opens 2 keys').waitFor()
      await saveScreenshot(page, `passkey-chosen-${look}`, true)
      await expectAccessible(page)

      // One key, from its own menu. It remains in this browser.
      await press(page, page.getByRole('button', { name: 'Actions for “Papers key”' }))
      await saveScreenshot(page, `passkey-menu-${look}`)
      await press(page, page.getByRole('menuitem', { name: 'Remove from passkey' }))
      await page.getByText('Your passkey no longer opens this key').waitFor()
      await findCard(page).getByText('Opens 1 of 2 keys').waitFor()
      expect((await readStored(person)).key_ids).toEqual([letters])
      expect(await readKeys(page)).toHaveLength(2)
      await press(page, page.getByRole('button', { name: 'Actions for “Papers key”' }))
      await page.getByRole('menuitem', { name: 'Recovery sheet' }).waitFor()
      expect(await page.getByRole('menuitem', { name: 'Remove from passkey' }).count()).toBe(0)
      await page.keyboard.press('Escape')

      // Keys that are not in this browser can be retained or removed. Without the last one the passkey opens
      // nothing.
      await page.evaluate(() => sessionStorage.clear())
      await clearKeys(page)
      const other = await openChoice(page)
      await other.getByRole('checkbox', { name: `Key ${letters!.slice(0, 6)}…` }).waitFor()
      await other.getByText('Not in this browser').waitFor()
      await page.keyboard.press('Escape')
      await press(page, findCard(page).getByRole('button', { name: `Open keys with “${passkeyName}”` }))
      await page.getByText('Your keys are open in this browser').waitFor()
      expect((await readKeys(page)).map(({ kid }) => kid)).toEqual([letters])
      await press(page, page.getByRole('button', { name: 'Actions for “Letters key”' }))
      await press(page, page.getByRole('menuitem', { name: 'Remove from passkey' }))
      await findCard(page).getByRole('button', { name: 'Set up a passkey' }).waitFor()
      expect((await person.call(listPasskeyKeys, {})).passkeys).toEqual([])
    },
  )

  test('ENC-12 the next touch adds the new key of a collection, and not the keys of others', async () => {
    const { page, person } = await setUp(['Papers'])
    const card = findCard(page)
    const [previous] = await readKeys(page)
    const { parent: papers } = previous!
    await encryptOne(page, site, person, 'Letters')
    await page.goto(settings())
    await press(page, page.getByRole('button', { name: 'Actions for “Papers key”' }))
    await press(page, page.getByRole('menuitem', { name: 'New key for the collection' }))
    await fillNewKey(page.getByRole('dialog', { name: 'New key in place of “Papers key”' }), 'Papers, new')
    await downloadNewKey(page, 'Use this key')
    await page.getByText('The collection has a new key').waitFor()
    await card.getByText('Opens 1 of 3 keys').waitFor()
    // The previous key is not in this browser any more, so the passkey has something to open.
    const newer = (await readKeys(page)).find(each => each.parent === papers)!
    expect(newer.kid).not.toBe(previous!.kid)
    await press(page, card.getByRole('button', { name: `Open keys with “${passkeyName}”` }))
    await page.getByText('Your keys are open in this browser').waitFor()
    await expect
      .poll(async () => (await person.call(listPasskeyKeys, {})).passkeys[0]!.key_ids.toSorted())
      .toEqual([previous!.kid, newer.kid].sort())
    await card.getByText('Opens 2 of 3 keys').waitFor()

    // The previous key is removed from the passkey. A browser that has it, and not the new one, does not add it again.
    await choose(page, { 'Papers key': false })
    await page.getByText('Your passkey opens 1 key now').waitFor()
    await removeKey(page, newer.kid)
    const asked = page.waitForResponse('**/api/get-folder-keys')
    await press(page, card.getByRole('button', { name: `Open keys with “${passkeyName}”` }))
    await page.getByText('Your keys are open in this browser').waitFor()
    await asked
    await page.reload()
    await card.getByText('Opens 1 of 3 keys').waitFor()
    expect((await readStored(person)).key_ids).toEqual([newer.kid])
  })

  test('E09 ENC-13 two browsers that change the keys of a passkey concurrently lose none', async () => {
    const { page, person, kids } = await setUp(['Papers', 'Letters', 'Diaries'])
    const [papers, letters, diaries] = kids
    // The other browser will store the keys of Papers and Letters.
    await choose(page, { 'Diaries key': false })
    await page.getByText('Your passkey opens 2 keys now').waitFor()
    const ofOther = await readStored(person)
    await choose(page, { 'Letters key': false })
    await page.getByText('Your passkey opens 1 key now').waitFor()
    const before = await readStored(person)
    expect(before.key_ids).toEqual([papers])

    // This browser adds Diaries; before its call arrives, the other one has added Letters.
    let first: ((route: Route) => void) | undefined
    const delayedCall = new Promise<Route>(resolve => (first = resolve))
    const outcomes: number[] = []
    await page.route('**/api/save-passkey-keys', async route => {
      if (first) {
        first(route)
        first = undefined
      } else await route.continue()
    })
    page.on('response', response => {
      if (response.url().endsWith('/api/save-passkey-keys')) outcomes.push(response.status())
    })
    await choose(page, { 'Diaries key': true })
    const route = await delayedCall
    const { credential_id, wrapped, key_ids } = ofOther
    const replaces = before.wrapped.split('.')[1]
    await person.call(savePasskeyKeys, { credential_id, replaces, wrapped, key_ids })
    await route.continue()
    await expect.poll(() => outcomes).toEqual([409, 200])
    expect((await readStored(person)).key_ids.toSorted()).toEqual([papers, letters, diaries].sort())
    // The passkey does open all three.
    await findCard(page).getByText('Opens 3 keys').waitFor()
    await clearKeys(page)
    await findCard(page)
      .getByRole('button', { name: `Open keys with “${passkeyName}”` })
      .click()
    await page.getByText('Your keys are open in this browser').waitFor()
    expect((await readKeys(page)).map(({ kid }) => kid).toSorted()).toEqual(kids.toSorted())
  })
})
