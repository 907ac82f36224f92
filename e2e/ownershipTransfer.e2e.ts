import { createFolder, getFolderData } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links'
import { setFolderPermissions } from '@nestmark/contract/share'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { expectAccessible, viewports, startEnvironment, type TestEnvironment } from './testEnvironment.ts'

vi.setConfig({ testTimeout: 180_000 })

let env: TestEnvironment
let ada: Person
let willem: Person
let shelf: string
beforeAll(async () => {
  env = await startEnvironment()
})
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  willem = await env.signIn('willem', 2)
  shelf = (await ada.call(createFolder, { name: 'Reading pile' }))._id
  const inner = (await ada.call(createFolder, { name: 'Inner', parent: shelf }))._id
  for (const parent of [shelf, inner])
    await ada.call(saveLink, {
      name: `Note in ${parent === inner ? 'Inner' : 'it'}`,
      desc: 'Rain',
      category: 4,
      parent,
    })
  await ada.call(setFolderPermissions, { folder_id: shelf, read: 1, write: 0, read_members: [willem.id] })
})
afterAll(() => env.close())

const shots = process.env.NESTMARK_SHOTS
async function picture(page: Page, name: string) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}

/** Ada's share dialog of the collection. */
async function shareDialog(options = {}) {
  const page = await env.open(ada, `/c/${shelf}`, options)
  await page.getByRole('heading', { level: 1, name: 'Reading pile' }).waitFor()
  await page
    .getByRole('button', { name: /actions for/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(willem.email).waitFor()
  return { page, dialog }
}

async function offer(options = {}) {
  const { page, dialog } = await shareDialog(options)
  await dialog.getByRole('button', { name: `Hand over to ${willem.email}` }).click()
  await dialog.getByText('Hand “Reading pile” over?').waitFor()
  await dialog.getByText('You stay in it as a member who can write.').waitFor()
  return { page, dialog }
}

describe('SHR handing a collection over', () => {
  test('SHR it is offered in the share dialog, told, accepted on the page, and belongs to the member', async () => {
    const { page, dialog } = await offer()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Offer it' }).click()
    await page.getByText('The collection was offered').waitFor()
    await dialog.getByText(`Offered to ${willem.email}, who has not answered yet.`).waitFor()
    await expectAccessible(page)
    const other = await env.open(willem, '/notifications')
    await other.getByRole('link', { name: /offers to hand “Reading pile” over to you/ }).click()
    await other.getByText('ada offers to hand “Reading pile” over to you').waitFor()
    await other.getByText('2 links and 1 collection inside.').waitFor()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Accept' }).click()
    await other.getByText('The collection is yours now').waitFor()
    await expect
      .poll(async () => (await willem.call(getFolderData, { folder_id: shelf })).folder.role)
      .toBe('owner')
    await other.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' })
    // It lies in the new owner's own tree, and the old one is told and goes on as a member who may write.
    await other
      .getByRole('tree')
      .first()
      .getByRole('treeitem', { name: /Reading pile/ })
      .waitFor()
    expect((await ada.call(getFolderData, { folder_id: shelf })).folder.role).toBe('write')
    await page.goto('/notifications')
    await page.getByRole('link', { name: /accepted “Reading pile”, which is theirs now/ }).waitFor()
    await page.goto('/shared')
    await page.getByRole('link', { name: 'Reading pile' }).first().waitFor()
  })

  test('SHR an offer is taken back, and another one declined in Shared Collections', async () => {
    const { page, dialog } = await offer()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: `Hand over to ${willem.email}` }).click()
    await dialog.getByRole('button', { name: 'Offer it' }).click()
    const other = await env.open(willem, '/shared')
    await other.getByText('offers to hand “Reading pile” over to you').waitFor()
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('The offer was taken back').waitFor()
    // The member's page, which is open, lets go of it.
    await other.getByText('offers to hand “Reading pile” over to you').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: `Hand over to ${willem.email}` }).click()
    await dialog.getByRole('button', { name: 'Offer it' }).click()
    await other.getByRole('button', { name: 'Decline' }).click()
    const question = other.getByRole('dialog')
    await question.getByText('Decline “Reading pile”?').waitFor()
    await question.getByRole('button', { name: 'Decline' }).click()
    await other.getByText('You declined the offer').waitFor()
    expect((await willem.call(getFolderData, { folder_id: shelf })).folder.role).toBe('read')
  })

  for (const [width, dark] of viewports)
    test(`SHR the offer at ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
      const look = `${width}-${dark ? 'dark' : 'light'}`
      const { page, dialog } = await offer({ width, dark, height: 844 })
      await expectAccessible(page)
      await picture(page, `handover-ask-${look}`)
      await dialog.getByRole('button', { name: 'Offer it' }).click()
      await dialog.getByText('who has not answered yet').waitFor()
      await picture(page, `handover-waiting-${look}`)
      const other = await env.open(willem, '/shared', { width, dark, height: 844 })
      await other.getByText('offers to hand “Reading pile” over to you').waitFor()
      await expectAccessible(other)
      expect(await other.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
      await picture(other, `handover-shared-${look}`)
      await Promise.all([page.close(), other.close()])
    })
})
