import { createCollection } from '@nestmark/contract/collections'
import { getPermissions, inviteMember } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MailServer, openMailServer } from '../../apps/server/src/email/mailServer.testing.ts'
import { mailsSent } from '../../apps/server/src/test/support/app.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { openShareDialog } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
  viewports,
} from '../support/testEnvironment.ts'

let mailServer: MailServer
let env: TestEnvironment
let ada: Person
let roof: string
beforeAll(async () => {
  mailServer = await openMailServer()
  env = await startEnvironment({ smtpUrl: `${mailServer.url}?from=nest@example.org` })
})
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  roof = (await ada.call(createCollection, { name: 'Roof details' }))._id
})
afterAll(async () => {
  await env.close()
  await mailServer.close()
})

const listInvited = async () =>
  (await ada.call(getPermissions, { folder_id: roof })).invited.map(({ email, type }) => [email, type])
const readMails = async (address: string) => {
  await mailsSent(env.app)
  return (await mailServer.mails()).filter(mail => mail.to?.some(to => to.address === address))
}

for (const [width, dark] of viewports)
  test(`SHR-02 the owner invites an address without an account, invites it again and uninvites it, ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
    const email = `inga.of.the.very.long.address.${width}.${dark ? 1 : 2}@torfkort.example.org`
    const page = await env.open(ada, `/c/${roof}`, { width, dark })
    const dialog = await openShareDialog(page, 'Roof details')
    await dialog.getByRole('radio', { name: /Team/ }).first().check()
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.keyboard.press('Enter')
    // The page shows a question, not an error.
    await dialog.getByText(`${email} has no account yet. Invite them by email?`).waitFor()
    expect(await dialog.getByText('Email not found').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Send invitation')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `invite-offer-${width}-${dark ? 'dark' : 'light'}`)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    const invitation = dialog.getByRole('button', { name: `Invited: ${email}` })
    await invitation.waitFor()
    expect(await listInvited()).toEqual([[email, 'read']])
    expect((await readMails(email)).length).toBe(1)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `invited-${width}-${dark ? 'dark' : 'light'}`)

    await dialog.getByRole('button', { name: 'Submit' }).click()
    await dialog.getByRole('heading', { name: 'Nobody else can open it yet' }).waitFor()
    await dialog.getByText(`${email} can read after signing up.`, { exact: true }).waitFor()
    await page.getByText('Saved. Nobody else can open it yet.').waitFor()
    await dialog.getByText('1 invited', { exact: true }).waitFor()
    expect(await dialog.getByText('Only these people can open it.').count()).toBe(0)
    await saveScreenshot(page, `invited-done-${width}-${dark ? 'dark' : 'light'}`)
    await dialog.getByRole('button', { name: 'Edit access' }).click()
    await invitation.click()
    await page.getByRole('menuitem', { name: 'Send again' }).click()
    await expect.poll(async () => (await readMails(email)).length).toBe(2)
    await invitation.click()
    await page.getByRole('menuitem', { name: 'Cancel invitation' }).click()
    await invitation.waitFor({ state: 'detached' })
    expect(await listInvited()).toEqual([])
    // No reader remains.
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await dialog.getByText('Add at least one person who can read').waitFor()
  })

for (const [width, dark] of viewports)
  test(`SHR-02 the dialog lists invited people below the collection of the invitation, ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
    const email = `noor.${width}.${dark ? 1 : 2}@torfkort.example.org`
    const name = 'Gable fronts'
    const gable = (await ada.call(createCollection, { name, parent: roof }))._id
    await ada.call(inviteMember, { folder_id: roof, email, type: 'write' })
    const page = await env.open(ada, `/c/${gable}`, { width, dark })
    const dialog = await openShareDialog(page, name)
    await dialog.getByText('1 person invited through Roof details').waitFor()
    await dialog.getByText('Adds nobody').waitFor()
    expect(await dialog.getByText('Nobody else can open it').count()).toBe(0)
    const summary = dialog.getByRole('list', { name: 'Access after Submit' })
    expect(await summary.getByRole('listitem').allInnerTexts()).toEqual([
      'Only you can write',
      `${email} can write after signing up, through Roof details`,
    ])
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `invited-above-${width}-${dark ? 'dark' : 'light'}`)
    await dialog.getByRole('button', { name: 'Who can see this?' }).click()
    const row = dialog.getByRole('listitem').filter({ hasText: email })
    await row.getByText('through Roof details').waitFor()
    await row.getByText('Can write after signing up').waitFor()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `invited-who-${width}-${dark ? 'dark' : 'light'}`)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await dialog.getByRole('heading', { name: 'Nobody else can open it yet' }).waitFor()
    await dialog.getByText(`${email} can write after signing up, through Roof details.`).waitFor()
  })

test('SHR-02 invites only an address, and asks about the next one at once', async () => {
  const page = await env.open(ada, `/c/${roof}`)
  const dialog = await openShareDialog(page, 'Roof details')
  await dialog.getByRole('radio', { name: /Team/ }).first().check()
  const field = dialog.getByRole('textbox', { name: 'Email' })
  for (const text of ['nonsense', 'inga@torfkort']) {
    await field.fill(text)
    await page.keyboard.press('Enter')
    await dialog.getByText('This is not an email address').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await dialog.getByRole('button', { name: 'Send invitation' }).count()).toBe(0)
    await field.fill('')
    await expect.poll(() => dialog.getByText('This is not an email address').count()).toBe(0)
  }
  await expectAccessible(page)
  await field.fill('Newbie Person <third@example.org>, "Last, First" <fourth@example.org>')
  await expect.poll(() => field.inputValue()).toBe('third@example.org,fourth@example.org')
  await page.keyboard.press('Enter')
  for (const nth of ['third', 'fourth']) {
    await dialog.getByText(`${nth}@example.org has no account yet. Invite them by email?`).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Send invitation')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: `Invited: ${nth}@example.org` }).waitFor()
  }
  expect(await field.inputValue()).toBe('')
  await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
  expect((await listInvited()).map(([address]) => address).toSorted()).toEqual([
    'fourth@example.org',
    'third@example.org',
  ])
})
