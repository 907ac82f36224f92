import { getPermissions, setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { findMenu } from '../support/menuCheck.ts'
import { openShareDialog } from '../support/pageElements.ts'
import { ada, env, research, roof, rosa, willem, setUpSharing } from './sharingFixture.ts'
import { expectAccessible, expectNoHorizontalScroll, saveScreenshot } from '../support/testEnvironment.ts'

setUpSharing()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

for (const [width, dark] of [
  [1440, false],
  [390, true],
] as const)
  test(`SHR-08 the dialog includes write access through the collections above, ${width} px`, async () => {
    await ada.call(setPermissions, { folder_id: research, read: 0, write: 1, write_members: [willem.id] })
    await ada.call(setPermissions, { folder_id: roof, read: 1, write: 0, read_members: [willem.id] })
    const page = await env.open(ada, `/c/${roof}`, { width, dark })
    const dialog = await openShareDialog(page, 'Roof details')
    const writing = dialog.getByRole('group', { name: 'Who can write' })
    expect(await writing.getByRole('radio', { name: /^Team/ }).isChecked()).toBe(true)
    const me = writing.getByRole('radio', { name: /^Me/ })
    expect([await me.isChecked(), await me.isDisabled()]).toEqual([false, true])
    await dialog.getByText('People can write through Research').waitFor()
    expect(await dialog.getByText('Only you can edit').count()).toBe(0)
    const writers = dialog.getByRole('group', { name: 'People who can write' })
    await writers.getByText(willem.email).waitFor()
    await writers.getByText('through Research', { exact: true }).waitFor()
    const readers = dialog.getByRole('group', { name: 'People who can read' })
    await readers.getByText('Can write through Research').waitFor()
    await saveScreenshot(page, `share-rights-${width}`)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    // Submit does not change it.
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await dialog.getByText('1 person can write').waitFor()
    expect((await ada.call(getPermissions, { folder_id: roof })).write).toBe(0)
  })

test('SHR-01 the dialog lists the readers of a collection that anyone can read, and removes them', async () => {
  await ada.call(setPermissions, { folder_id: roof, read: 1, write: 0, read_members: [rosa.id] })
  await ada.call(setPermissions, { folder_id: roof, read: 3, write: 0 })
  const page = await env.open(ada, `/c/${roof}`)
  const dialog = await openShareDialog(page, 'Roof details')
  expect(await dialog.getByRole('radio', { name: /^Anyone/ }).isChecked()).toBe(true)
  const readers = dialog.getByRole('group', { name: 'People who can read' })
  await readers.getByText(rosa.email).waitFor()
  // No readers need to be added there.
  expect(await readers.getByRole('textbox').count()).toBe(0)
  await readers.getByRole('button', { name: new RegExp(`^Role of ${rosa.email}`) }).click()
  await findMenu(page).getByText('Remove', { exact: true }).click()
  await readers.waitFor({ state: 'detached' })
  const saved = async () => (await ada.call(getPermissions, { folder_id: roof })).read_members
  await expect.poll(saved).toEqual([])
  expect((await ada.call(getPermissions, { folder_id: roof })).read).toBe(3)
})

test('SHR-02 the focus follows a member whose role changes, and the dialog offers no invitations without email', async () => {
  await ada.call(setPermissions, {
    folder_id: roof,
    read: 1,
    write: 0,
    read_members: [willem.id, rosa.id],
  })
  const page = await env.open(ada, `/c/${roof}`)
  const dialog = await openShareDialog(page, 'Roof details')
  const roleOf = (email: string) => dialog.getByRole('button', { name: new RegExp(`^Role of ${email}`) })
  await roleOf(willem.email).click()
  await findMenu(page).getByText('Can write', { exact: true }).click()
  await dialog.getByRole('group', { name: 'People who can write' }).getByText(willem.email).waitFor()
  await expect.poll(() => focused(page)).toBe(`Role of ${willem.email}: Can write`)
  await roleOf(rosa.email).click()
  await findMenu(page).getByText('Remove', { exact: true }).click()
  await roleOf(rosa.email).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).not.toBe('')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  const email = dialog.getByRole('textbox', { name: 'Email' }).first()
  await email.fill('nobody@example.org')
  await email.press('Enter')
  await dialog.getByText('Email not found').waitFor()
  expect(await dialog.getByRole('button', { name: 'Send invitation' }).count()).toBe(0)
})

test('COL-02 the card of a collection counts everything inside, for every role', async () => {
  const deep = await addCollection(ada, 'Ridge', roof)
  for (const name of ['Turf', 'Sod']) await addLink(ada, name, deep)
  await ada.call(setPermissions, { folder_id: research, read: 3, write: 1, write_members: [willem.id] })
  for (const who of [ada, willem, rosa, null]) {
    const page = await env.open(who, `/c/${research}`)
    const card = page.getByRole('article').filter({ hasText: 'Roof details' }).first()
    await card.getByText('2 links').waitFor()
    await card.getByText('1 collection', { exact: true }).waitFor()
  }
})

test('NAV-05 the tree shows what a collection inherits', async () => {
  await ada.call(setPermissions, { folder_id: research, read: 3, write: 0 })
  await ada.call(setPermissions, { folder_id: roof, read: 1, write: 0, read_members: [rosa.id] })
  const page = await env.open(ada, `/c/${roof}`)
  const row = page.getByRole('treeitem', { name: /Roof details/ })
  await row.getByText('Public through Research').waitFor()
  expect(await row.getByText(/Shared with/).count()).toBe(0)
  const dialog = await openShareDialog(page, 'Roof details')
  await dialog.getByRole('button', { name: 'Copy link' }).waitFor()
})
