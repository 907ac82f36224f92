import { createCollection } from '@nestmark/contract/collections'
import { getPermissions } from '@nestmark/contract/share'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MailServer, openMailServer } from '../apps/server/src/email/mailServer.testing.ts'
import { mailsSent } from '../apps/server/src/test/support/app.ts'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { openShareDialog } from './pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  startEnvironment,
  type TestEnvironment,
  viewports,
} from './testEnvironment.ts'

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
  test(`SHR-02 an address without an account is invited, invited again and uninvited, ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
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
    await dialog.getByRole('heading', { name: 'Collection shared' }).waitFor()
    await dialog.getByText('1 invited', { exact: true }).waitFor()
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
