import { getCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { openShareDialog } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  viewports,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let willem: Person
let collection: string
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  willem = await env.signIn('willem', 2)
  collection = await addCollection(ada, 'Reading pile')
  const inner = await addCollection(ada, 'Inner', collection)
  for (const parent of [collection, inner])
    await ada.call(saveLink, {
      name: `Note in ${parent === inner ? 'Inner' : 'it'}`,
      desc: 'Rain',
      category: 4,
      parent,
    })
  await ada.call(setPermissions, {
    folder_id: collection,
    read: 1,
    write: 0,
    read_members: [willem.id],
  })
})

/** Opens the owner's share dialog of the collection. */
async function openDialog(options = {}) {
  const page = await env.open(ada, `/c/${collection}`, options)
  const dialog = await openShareDialog(page, 'Reading pile')
  await dialog.getByText(willem.email, { exact: true }).waitFor()
  return { page, dialog }
}

/** Chooses "Make owner" in the role menu of the member. */
async function chooseMakeOwner(dialog: Locator) {
  await dialog.getByRole('button', { name: `Role of ${willem.email}` }).click()
  await dialog.page().getByRole('menuitem', { name: 'Make owner' }).click()
}

/** Opens the share dialog and its question about the transfer. */
async function startOffer(options = {}) {
  const { page, dialog } = await openDialog(options)
  await chooseMakeOwner(dialog)
  await dialog.getByText('Make them the owner of “Reading pile”?').waitFor()
  await dialog.getByText('You stay a member who can edit.').waitFor()
  return { page, dialog }
}

describe('SHR transferring a collection', () => {
  test('SHR the owner offers a collection in the share dialog, and the notified member accepts it and owns it', async () => {
    const { page, dialog } = await startOffer()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await page.getByText('The collection was offered').waitFor()
    await dialog.getByText(`Offered to ${willem.email}, who has not answered yet.`).waitFor()
    await expectAccessible(page)
    const other = await env.open(willem, '/notifications')
    await other.getByRole('link', { name: /wants to make you the owner of “Reading pile”/ }).click()
    await other.getByText('ada wants to make you the owner of “Reading pile”').waitFor()
    await other.getByText('2 links and 1 collection inside.').waitFor()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Accept' }).click()
    await other.getByText('You now own the collection').waitFor()
    await expect
      .poll(async () => (await willem.call(getCollection, { folder_id: collection })).folder.role)
      .toBe('owner')
    await other.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' })
    // The collection is in the new owner's tree. The previous owner gets a notification and is a writer.
    await other
      .getByRole('tree')
      .first()
      .getByRole('treeitem', { name: /^Reading pile/ })
      .waitFor()
    expect((await ada.call(getCollection, { folder_id: collection })).folder.role).toBe('write')
    await page.goto('/notifications')
    await page.getByRole('link', { name: /now owns “Reading pile”/ }).waitFor()
    await page.goto('/shared')
    await page.getByRole('link', { name: 'Reading pile' }).first().waitFor()
  })

  test('SHR the owner withdraws an offer, and the member declines another one in Shared Collections', async () => {
    const { page, dialog } = await startOffer()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await chooseMakeOwner(dialog)
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    const other = await env.open(willem, '/shared')
    await other.getByText('wants to make you the owner of “Reading pile”').waitFor()
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('The offer was withdrawn').waitFor()
    // The member's open page removes the offer.
    await other.getByText('wants to make you the owner of “Reading pile”').waitFor({ state: 'detached' })
    await chooseMakeOwner(dialog)
    await dialog.getByRole('button', { name: 'Send offer' }).click()
    await other.getByRole('button', { name: 'Decline' }).click()
    const question = other.getByRole('dialog')
    await question.getByText('Decline “Reading pile”?').waitFor()
    await question.getByRole('button', { name: 'Decline' }).click()
    await other.getByText('You declined the offer').waitFor()
    expect((await willem.call(getCollection, { folder_id: collection })).folder.role).toBe('read')
  })

  test('SHR one click opens Share, and Esc in the offer returns to the share dialog', async () => {
    const page = await env.open(ada, `/c/${collection}`, { width: 390, height: 844 })
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(willem.email, { exact: true }).waitFor()
    await chooseMakeOwner(dialog)
    const question = page.getByText('Make them the owner of “Reading pile”?')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await dialog.getByText(willem.email, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  for (const [width, dark] of viewports)
    test(`SHR the offer fits at ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      const look = `${width}-${dark ? 'dark' : 'light'}`
      const { page, dialog } = await startOffer({ width, dark, height: 844 })
      await expectAccessible(page)
      await saveScreenshot(page, `transfer-ask-${look}`)
      await dialog.getByRole('button', { name: 'Send offer' }).click()
      await dialog.getByText('who has not answered yet').waitFor()
      await saveScreenshot(page, `transfer-waiting-${look}`)
      const other = await env.open(willem, '/shared', { width, dark, height: 844 })
      await other.getByText('wants to make you the owner of “Reading pile”').waitFor()
      await expectAccessible(other)
      await expectNoHorizontalScroll(other)
      await saveScreenshot(other, `transfer-shared-${look}`)
      await Promise.all([page.close(), other.close()])
    })
})
