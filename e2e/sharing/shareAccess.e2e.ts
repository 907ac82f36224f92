import { getPermissions, requestAccess, setPermissions } from '@nestmark/contract/sharing/share'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findHeading, openShareDialog } from '../support/pageElements.ts'
import { ada, env, research, roof, rosa, willem, setUpSharing } from './sharingFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  viewports,
} from '../support/testEnvironment.ts'

setUpSharing()

const readPermissions = () => ada.call(getPermissions, { folder_id: roof })
const emails = (members: readonly { email: string }[]) => members.map(each => each.email)

async function chooseRole(page: Page, email: string, entry: string) {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^Role of ${email}`) })
    .click()
  await page
    .getByRole('menuitemradio', { name: entry })
    .or(page.getByRole('menuitem', { name: entry }))
    .click()
}

test('SHR-01 SHR-02 Submit adds a typed address, and rejects an unknown one', async () => {
  const page = await env.open(ada, `/c/${roof}`)
  const dialog = await openShareDialog(page, 'Roof details')
  await dialog.getByRole('radio', { name: /Team/ }).first().check()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByText('Add at least one person who can read').waitFor()
  const email = dialog.getByRole('textbox', { name: 'Email' })
  await email.fill('nobody@example.org')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByText('Email not found').waitFor()
  expect((await readPermissions()).read).toBe(0)
  // Several addresses; the first refused one remains in the field, with those after it.
  await email.fill(`${rosa.email}; nobody@example.org, ${willem.email}`)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByText('Email not found').waitFor()
  expect(await email.inputValue()).toBe(`nobody@example.org,${willem.email}`)
  await dialog.getByRole('button', { name: `Role of ${rosa.email}` }).waitFor()
  await email.fill(willem.email)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByText('2 people can read').waitFor()
  await dialog.getByText('Only these people can open it.').waitFor()
  const { read_members } = await readPermissions()
  expect(emails(read_members).toSorted()).toEqual([rosa.email, willem.email].toSorted())
})

for (const [width, dark] of viewports)
  test(`SHR-01 the role menu changes and removes a member immediately, with undo, ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
    await ada.call(setPermissions, {
      folder_id: roof,
      read: 1,
      write: 0,
      enable_sugg: 1,
      read_members: [willem.id, rosa.id],
    })
    const readRoles = async () => {
      const { read, enable_sugg, read_members, write_members } = await readPermissions()
      return { read, enable_sugg, readers: emails(read_members).toSorted(), writers: emails(write_members) }
    }
    const original = await readRoles()
    const page = await env.open(ada, `/c/${roof}`, { width, dark })
    const dialog = await openShareDialog(page, 'Roof details')
    const readers = dialog.getByRole('group', { name: 'People who can read' })
    const writers = dialog.getByRole('group', { name: 'People who can write' })
    const undo = (text: string) =>
      page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: 'Undo' }).click()

    await chooseRole(page, willem.email, 'Can write')
    // A toast under the pointer stays.
    await page.getByText(`${willem.email} can write now`).hover()
    await writers.getByText(willem.email).waitFor()
    expect(await readRoles()).toMatchObject({
      enable_sugg: 0,
      readers: [rosa.email],
      writers: [willem.email],
    })
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `share-role-${width}-${dark ? 'dark' : 'light'}`)
    await undo(`${willem.email} can write now`)
    await readers.getByText(willem.email).waitFor()
    await page.getByText(`${willem.email} can read now`).waitFor()
    expect(await readRoles()).toEqual(original)

    await chooseRole(page, rosa.email, 'Remove')
    await page.getByText(`${rosa.email} was removed`).waitFor()
    await readers.getByText(rosa.email).waitFor({ state: 'detached' })
    expect((await readRoles()).readers).toEqual([willem.email])
    // The undo works when the dialog is closed, and a reopened dialog follows it.
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await openShareDialog(page, 'Roof details')
    await readers.getByText(willem.email).waitFor()
    await undo(`${rosa.email} was removed`)
    await readers.getByText(rosa.email).waitFor()
    // The list changes before the server answers.
    await expect.poll(readRoles).toEqual(original)
  })

test('SHR-01 the dialog reverts a rejected role with the reason', async () => {
  await ada.call(setPermissions, { folder_id: roof, read: 1, write: 0, read_members: [willem.id] })
  const page = await env.open(ada, `/c/${roof}`)
  const dialog = await openShareDialog(page, 'Roof details')
  const readers = dialog.getByRole('group', { name: 'People who can read' })
  await readers.getByText(willem.email).waitFor()
  await page.context().setOffline(true)
  await chooseRole(page, willem.email, 'Can write')
  await page.getByRole('alert').first().waitFor()
  await readers.getByText(willem.email).waitFor()
  await page.context().setOffline(false)
  expect(emails((await readPermissions()).read_members)).toEqual([willem.email])
})

test('SHR-01 the dialog asks before it discards an unsaved choice', async () => {
  await ada.call(setPermissions, { folder_id: roof, read: 0, write: 0 })
  const page = await env.open(ada, `/c/${roof}`)
  const dialog = await openShareDialog(page, 'Roof details')
  await dialog
    .getByRole('radio', { name: /Anyone/ })
    .first()
    .check()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(
    await dialog
      .getByRole('radio', { name: /Anyone/ })
      .first()
      .isChecked(),
  ).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect((await readPermissions()).read).toBe(0)
  // Without a change it closes without a question.
  await openShareDialog(page, 'Roof details')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('SHR-01 a reader whom the owner adds as a writer becomes one with Submit', async () => {
  await ada.call(setPermissions, { folder_id: roof, read: 1, write: 0, read_members: [willem.id, rosa.id] })
  const page = await env.open(ada, `/c/${roof}`)
  const dialog = await openShareDialog(page, 'Roof details')
  await chooseRole(page, willem.email, 'Can write')
  const writers = dialog.getByRole('group', { name: 'People who can write' })
  await writers.getByText(willem.email).waitFor()
  await dialog.getByRole('textbox', { name: 'Email' }).last().fill(rosa.email)
  await page.keyboard.press('Enter')
  await writers.getByText(rosa.email).waitFor()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByText('2 people can write').waitFor()
  const { read_members, write_members } = await readPermissions()
  expect([emails(read_members), emails(write_members).toSorted()]).toEqual([
    [],
    [rosa.email, willem.email].toSorted(),
  ])
  // One person is named.
  await dialog.getByRole('button', { name: 'Edit access' }).click()
  await chooseRole(page, rosa.email, 'Remove')
  await page.getByText(`${rosa.email} was removed`).waitFor()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByText('Only you and willem can open it.').waitFor()
  await dialog.getByText('1 person can write', { exact: true }).waitFor()
})

for (const [width, dark] of viewports)
  test(`SHR-08 the dialog shows what the collections above share, ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
    await ada.call(setPermissions, { folder_id: research, read: 3, write: 1, write_members: [willem.id] })
    const page = await env.open(ada, `/c/${roof}`, { width, dark })
    const dialog = await openShareDialog(page, 'Roof details')
    await dialog.getByText('Shared through Research with anyone').waitFor()
    await dialog.getByRole('radio', { name: /Me only/ }).waitFor()
    await dialog.getByText('Adds nobody').waitFor()
    const summary = dialog.getByRole('list', { name: 'Access after Submit' })
    expect(await summary.getByRole('listitem').allInnerTexts()).toEqual([
      'Anyone with the link can read, through Research',
      'You and willem can write',
    ])
    expect(await dialog.getByText('Nobody else can open it').count()).toBe(0)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `share-inherited-${width}-${dark ? 'dark' : 'light'}`)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await dialog.getByText('Everyone with the link can read it, because Research is public.').waitFor()
    await dialog.getByText('1 person can write').waitFor()
    await page.getByText('Saved. It is still shared through Research.').waitFor()
    await saveScreenshot(page, `share-inherited-done-${width}-${dark ? 'dark' : 'light'}`)
    await dialog.getByRole('button', { name: 'Edit access' }).click()
    await dialog.getByRole('link', { name: 'Open Research' }).click()
    await findHeading(page, 'Research').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

test('SHR-03 a user without access requests it, and the owner grants it from the notification', async () => {
  const page = await env.open(willem, `/c/${roof}`)
  await page.getByRole('heading', { name: 'Access needed' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Request access' }).click()
  const sent = page.getByText('Request sent.')
  await sent.waitFor()
  await expect.poll(() => sent.evaluate(text => text === document.activeElement)).toBe(true)
  await expectAccessible(page)
  // The owner gets one request a week, so the page does not offer another one after a reload.
  await page.reload()
  await sent.waitFor()
  expect(await page.getByRole('button', { name: 'Request access' }).count()).toBe(0)
  await sent.focus()
  await rosa.call(requestAccess, { folder_id: roof })
  const owner = await env.open(ada, '/notifications')
  await owner.getByRole('link', { name: /and 1 other requested access to “Roof details”/ }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('button', { name: `Allow ${willem.email} to read` }).waitFor()
  await saveScreenshot(owner, 'share-requests')
  await dialog.getByRole('button', { name: `Decline the request of ${rosa.email}` }).click()
  await owner.getByText('Request declined').waitFor()
  await expect.poll(() => dialog.getByText(rosa.email).count()).toBe(0)
  expect((await readPermissions()).requests.map(each => each.email)).toEqual([willem.email])
  await dialog.getByRole('button', { name: `Allow ${willem.email} to read` }).click()
  await owner.getByText(`${willem.email} can read now`).waitFor()
  await dialog.getByRole('button', { name: `Role of ${willem.email}: Can read` }).waitFor()
  await expectAccessible(owner)
  await saveScreenshot(owner, 'share-request')
  // The answer needs no Submit, and the page of the reader follows it.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => owner.evaluate(() => document.activeElement?.id)).toBe('main')
  await findHeading(page, 'Roof details').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')

  // The request was answered: it does not return with the end of the access, and the user can send another one.
  await openShareDialog(owner, 'Roof details')
  await chooseRole(owner, willem.email, 'Remove')
  await owner.getByText(`${willem.email} was removed`).waitFor()
  await page.getByRole('heading', { name: 'Access needed' }).waitFor()
  await expect.poll(() => dialog.getByText(willem.email).count()).toBe(0)
  expect(await dialog.getByText('Asked for access').count()).toBe(0)
  expect((await readPermissions()).requests).toEqual([])
  await page.getByRole('button', { name: 'Request access' }).click()
  await sent.waitFor()
  await dialog.getByRole('button', { name: `Allow ${willem.email} to read` }).waitFor()
})
