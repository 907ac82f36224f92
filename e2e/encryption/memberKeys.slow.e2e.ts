import { listGivenKeys, listMemberKeys } from '@nestmark/contract/encryption/encryptionKeys'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink, shareCollection } from '../support/collectionFixture.ts'
import { encryptFirstLink, findEnterKey } from './encryptionFixture.ts'
import { findMenu, press } from '../support/menuCheck.ts'
import { findCard, openShareDialog } from '../support/pageElements.ts'
import {
  expectAccessible,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()

const passphrase = 'three herons by the river'

/** Encrypts a link of a new collection that Noor may read. */
async function setUp(width: number, dark: boolean) {
  const ada = await env.signIn('ada', 2)
  const noor = await env.signIn('noor')
  const papers = await addCollection(ada, 'Papers to cite')
  await addLink(ada, 'secretive', papers)
  await shareCollection(ada, papers, 'read', noor)
  const size = { width, height: width < 820 ? 844 : 900, dark }
  const open = (who: Person) => env.open(who, `/c/${papers}`, size)
  const hers = await open(ada)
  await encryptFirstLink(hers, 'secretive', 'Papers key')
  return { ada, noor, papers, hers, his: await open(noor) }
}

const openList = async (page: Page) => {
  await press(page, page.getByRole('button', { name: 'Who can read' }).first())
  const dialog = page.getByRole('dialog', { name: 'Who can read “Papers to cite”' })
  await dialog.getByText('noor').first().waitFor()
  return dialog
}
const fillPassphrase = async (page: Page, dialogName: string, button: string) => {
  const dialog = page.getByRole('dialog', { name: dialogName })
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await press(page, dialog.getByRole('button', { name: button }))
}
const readNumbers = async (page: Page) => {
  const numbers = page.getByLabel('Numbers to compare')
  await numbers.waitFor()
  return (await numbers.innerText()).split(/\s+/)
}

describe('E05 keys of members on the page', () => {
  test.each(phoneViewports)(
    'E05 SHR-08 the owner gives a member the key after both have compared the numbers, at %i px, dark: %s',
    async (width, dark) => {
      const { noor, papers, hers, his } = await setUp(width, dark)
      const name = `${width}-${dark ? 'dark' : 'light'}`
      // The member has no key pair: the owner can only ask for one.
      const before = await openList(hers)
      await press(hers, before.getByRole('button', { name: 'Ask noor to make a key pair' }))
      await hers.getByText('noor was asked to make a key pair').waitFor()
      await saveScreenshot(hers, `members-${name}`)
      await expectAccessible(hers)
      await hers.keyboard.press('Escape')

      const list = await openList(his)
      await press(his, list.getByRole('button', { name: 'Make a key pair' }))
      await expectAccessible(his)
      await fillPassphrase(his, 'Make a key pair', 'Make a key pair')
      await his.getByText('Your key pair is ready').waitFor()
      await his.keyboard.press('Escape')

      await hers.reload()
      const people = await openList(hers)
      await press(hers, people.getByRole('button', { name: 'Give the key' }))
      // The owner has no key pair yet either.
      await fillPassphrase(hers, 'Make a key pair', 'Make a key pair')
      const giving = hers.getByRole('dialog', { name: 'Give noor the key to “Papers to cite”' })
      const numbers = await readNumbers(hers)
      expect(numbers).toHaveLength(6)
      await expectAccessible(hers)
      expect(await giving.getByRole('button', { name: 'Give the key' }).isDisabled()).toBe(true)
      await saveScreenshot(hers, `give-key-${name}`)

      await his.reload()
      const compared = await openList(his)
      await press(his, compared.getByRole('button', { name: 'Compare the numbers with ada' }))
      expect(await readNumbers(his)).toEqual(numbers)
      await his.keyboard.press('Escape')
      await his.keyboard.press('Escape')

      // Numbers that differ give nothing.
      await press(hers, giving.getByRole('button', { name: 'They differ' }))
      await hers.getByRole('dialog', { name: 'The numbers differ' }).waitFor()
      await saveScreenshot(hers, `keys-differ-${name}`)
      expect((await noor.call(listGivenKeys, {})).keys).toEqual([])
      await press(hers, hers.getByRole('button', { name: 'Compare again' }))
      await readNumbers(hers)
      await giving.getByRole('checkbox').check()
      await press(hers, giving.getByRole('button', { name: 'Give the key' }))
      await hers.getByText('noor has the key now').waitFor()
      await expect.poll(() => people.getByText('Has the key').count()).toBe(2)
      expect((await noor.call(listMemberKeys, { folder_id: papers })).people[1]!.given).toHaveLength(1)

      await his.reload()
      await findEnterKey(his).waitFor()
      await saveScreenshot(his, `member-locked-${name}`)
      await press(his, findEnterKey(his))
      const unlock = his.getByRole('dialog', { name: 'Unlock “Papers to cite”' })
      await unlock.getByText('ada gave you this key.').waitFor()
      await saveScreenshot(his, `open-with-pair-${name}`)
      await expectAccessible(his)
      await press(his, unlock.getByRole('button', { name: 'Open with your key pair' }))
      const entering = his.getByRole('dialog', { name: 'Enter your passphrase' })
      await entering.getByLabel('Passphrase', { exact: true }).fill('not this one')
      await press(his, entering.getByRole('button', { name: 'Continue' }))
      await entering.getByText('This passphrase is wrong').waitFor()
      await fillPassphrase(his, 'Enter your passphrase', 'Continue')
      await findCard(his, 'secretive').waitFor()

      await his.goto('/settings?tab=encryption')
      await his.getByText('Papers to cite · shared by ada').waitFor()
      const card = his.getByRole('region', { name: 'Your key pair' })
      await card.getByText('Open here').waitFor()
      await saveScreenshot(his, `key-pair-${name}`)
      await expectAccessible(his)
    },
  )

  test('E05 ENC-12 removing a member offers a new key', async () => {
    const { noor, hers, his } = await setUp(390, false)
    await his.close()
    const dialog = await openShareDialog(hers, 'Papers to cite')
    await press(hers, dialog.getByRole('button', { name: new RegExp(`^Role of ${noor.email}`) }))
    await press(hers, findMenu(hers).getByText('Remove', { exact: true }))
    const toast = hers.getByRole('status').filter({ hasText: 'They may still have the key.' })
    await toast.getByRole('button', { name: 'Undo' }).waitFor()
    await saveScreenshot(hers, 'removed-member')
    await press(hers, toast.getByRole('button', { name: 'New key' }))
    await hers.getByRole('dialog', { name: 'New key in place of “Papers key”' }).waitFor()
    await saveScreenshot(hers, 'removed-member-new-key')
  })
})
