import { deleteAccount } from '@nestmark/contract/accounts'
import { createCollection, getCollection } from '@nestmark/contract/collections'
import { notifications } from '@nestmark/contract/notifications'
import { answerOffer, offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import * as contract from '@nestmark/contract/sharing/share'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../db/newId.ts'
import { type MailServer, openMailServer } from '../../../email/mailServer.testing.ts'
import { mailsSent, startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'
import { newAccount, program } from '../../accounts/signIn/browser.testing.ts'
import { createPerson } from '../../session/createPerson.ts'

let post: MailServer
let app: TestApp
let ada: Person
let research: string
let turf: string

beforeAll(async () => {
  post = await openMailServer()
  app = await startApp({ smtpUrl: `${post.url}?from=nest@example.org` })
})
afterAll(async () => {
  await app.stop()
  await post.close()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  research = (await ada.call(createCollection, { name: 'Research' }))._id
  turf = (await ada.call(createCollection, { name: 'Turf', parent: research }))._id
})

const invite = (email: string, type: 'read' | 'write' = 'read', folder_id = research, by = ada) =>
  by.call(contract.inviteMember, { folder_id, email, type })
const settings = (folder_id = research) => ada.call(contract.getPermissions, { folder_id })

/** Returns the emails to an address, the earliest first. */
async function mailsTo(address: string): Promise<Email[]> {
  await mailsSent(app)
  return (await post.mails()).filter(mail => mail.to?.some(to => to.address === address))
}
const invitesTo = async (address: string) =>
  (await mailsTo(address)).filter(mail => mail.subject === 'You’re invited to a collection on Nestmark')

/** Returns the token of the last emailed link to a page of the sign-in site. */
async function tokenFor(email: string, page: string): Promise<string> {
  const mail = (await mailsTo(email)).findLast(each => each.text?.includes(`/accounts/${page}?`))!
  return new URL(new RegExp(`https?://\\S+/accounts/${page}\\S+`).exec(mail.text!)![0]).searchParams.get(
    'token',
  )!
}

/** Confirms an address by the emailed link. */
async function confirm(email: string): Promise<void> {
  const token = encodeURIComponent(await tokenFor(email, 'verify-email'))
  expect((await program(app).get(`/verify-email?token=${token}`)).status).toBe(200)
}

/** Signs a confirmed account in and returns its calls. */
async function enter(who: { email: string; password: string }) {
  const { token } = await program(app).post('/sign-in/email', who)
  return app.as(token)
}

describe('SHR-02 inviting people without an account', () => {
  test('they get an email, and the share after the confirmation of the address', async () => {
    const nora = newAccount('Nora')
    const answer = await invite(` ${nora.email.toUpperCase()} `, 'write')
    expect(answer).toMatchObject({ member: null, invitation: { email: nora.email, type: 'write' } })
    const [mail] = await invitesTo(nora.email)
    expect(mail!.text).toContain(`ada (${ada.email}) invites you to the collection “Research” on Nestmark.`)
    expect(mail!.text).toContain('You can read and edit it.')
    expect(mail!.text).toContain(`/accounts/register?email=${encodeURIComponent(nora.email)}`)
    expect(await settings()).toMatchObject({ write: 1, write_members: [], invited: [answer.invitation] })
    const seen = await ada.call(contract.listPeopleWithAccess, { folder_id: turf })
    expect(seen.people).toHaveLength(1)
    expect(seen.invited).toMatchObject([{ email: nora.email, type: 'write', through: { name: 'Research' } }])
    expect(await settings(turf)).toMatchObject({
      write: 0,
      invited: [],
      invited_above: [{ ...answer.invitation, through: { _id: research, name: 'Research' } }],
    })
    expect((await settings()).invited_above).toEqual([])

    await program(app).post('/sign-up/email', nora)
    expect((await settings()).invited).toHaveLength(1)
    expect((await settings()).write_members).toEqual([])
    await confirm(nora.email)
    await expect.poll(async () => (await settings()).write_members).toMatchObject([{ email: nora.email }])
    expect((await settings()).invited).toEqual([])
    const call = await enter(nora)
    expect((await call(getCollection, { folder_id: turf })).folder.role).toBe('write')
    expect(await call(notifications, { page: 1 })).toMatchObject([
      { action: 'new_shared', folder_id: { _id: research, name: 'Research' }, from: { username: 'ada' } },
    ])
  })

  test('an account gets the share immediately, without an email; one that never confirmed its address does not', async () => {
    const willem = await signIn(app, 'willem')
    const added = await invite(willem.email)
    expect(added).toEqual({ member: { _id: willem.id, email: willem.email }, invitation: null })
    expect((await willem.call(getCollection, { folder_id: turf })).folder.role).toBe('read')
    await invite(willem.email, 'write')
    expect((await willem.call(getCollection, { folder_id: turf })).folder.role).toBe('write')
    expect(await willem.call(notifications, { page: 1 })).toMatchObject([{ action: 'new_shared', count: 1 }])
    expect(await invitesTo(willem.email)).toEqual([])
    expect(await toOutcome(invite(ada.email))).toBe('share.ownEmail')

    const squatter = newAccount()
    await program(app).post('/sign-up/email', squatter)
    expect(await invite(squatter.email)).toMatchObject({ member: null, invitation: { type: 'read' } })
  })

  test('inviting twice stores one invitation and sends one email; the role is the last one', async () => {
    const { email } = newAccount()
    const first = await invite(email)
    const second = await invite(email, 'write')
    expect(second.invitation).toEqual({ ...first.invitation, type: 'write' })
    expect((await settings()).invited).toEqual([second.invitation])
    expect(await invitesTo(email)).toHaveLength(1)
  })

  test('cancels an invitation, lets it expire after 30 days, and sends it again', async () => {
    const { email } = newAccount()
    const { invitation } = await invite(email)
    const of = { folder_id: research, invitation_id: invitation!._id }
    expect(await ada.call(contract.resendInvitation, of)).toEqual(invitation)
    expect(await invitesTo(email)).toHaveLength(2)
    expect(await toOutcome(ada.call(contract.resendInvitation, { ...of, folder_id: turf }))).toBe(
      'share.invitationNotFound',
    )
    await ada.call(contract.cancelInvitation, of)
    expect((await settings()).invited).toEqual([])
    expect(await toOutcome(ada.call(contract.cancelInvitation, of))).toBe('share.invitationNotFound')
    expect(await toOutcome(ada.call(contract.resendInvitation, of))).toBe('share.invitationNotFound')

    const late = newAccount()
    await invite(late.email)
    await app.services.db.write(tx =>
      tx
        .updateTable('invitations')
        .set({ expires_at: app.clock.now })
        .where('email', '=', late.email)
        .execute(),
    )
    expect((await settings()).invited).toEqual([])
    await program(app).post('/sign-up/email', late)
    await confirm(late.email)
    const call = await enter(late)
    expect(await toOutcome(call(getCollection, { folder_id: research }))).toBe('collections.private')
    expect((await settings()).read_members).toEqual([])
  })

  test('Me only, Me and the end of the account end invitations', async () => {
    const [reader, writer] = [newAccount().email, newAccount().email]
    await invite(reader)
    await invite(writer, 'write')
    const set = (read: 0 | 1, write: 0 | 1) =>
      ada.call(contract.setPermissions, { folder_id: research, read, write })
    await set(0, 1)
    expect((await settings()).invited.map(each => each.email)).toEqual([writer])
    await set(1, 0)
    expect(await settings()).toMatchObject({ read: 1, write: 0, invited: [] })
    await invite(reader)
    await ada.call(deleteAccount, {})
    const left = await app.services.db.read
      .selectFrom('invitations')
      .select('id')
      .where('owner_id', '=', ada.id)
      .execute()
    expect(left).toEqual([])
  })
})

describe('SHR-08 the owner and the address of an invitation', () => {
  test('a new account with the confirmed address gets the share, another user does not', async () => {
    const [{ email }, other] = [newAccount(), newAccount()]
    await invite(email)
    await invite(other.email)
    const [id, at] = [newId(), app.clock.now]
    const user = { id, name: 'Nora', email, emailVerified: 1, image: null, createdAt: at, updatedAt: at }
    await app.services.db.write(tx => tx.insertInto('user').values(user).execute())
    await createPerson(app.services, id, '')
    await expect.poll(async () => (await settings()).read_members).toEqual([{ _id: id, email, name: 'Nora' }])
    expect((await settings()).invited.map(each => each.email)).toEqual([other.email])
  })

  test('a new password by email and a new address confirm it, too', async () => {
    const [nora, otto] = [newAccount('Nora'), newAccount('Otto')]
    const moved = newAccount().email
    await invite(nora.email)
    await invite(moved, 'write')
    await program(app).post('/sign-up/email', nora)
    await program(app).post('/request-password-reset', { email: nora.email })
    const token = await tokenFor(nora.email, 'reset-password')
    await program(app).post('/reset-password', { newPassword: 'another horse', token })
    await expect.poll(async () => (await settings()).read_members).toMatchObject([{ email: nora.email }])

    await program(app).post('/sign-up/email', otto)
    await confirm(otto.email)
    const { token: session } = await program(app).post('/sign-in/email', otto)
    await program(app, session!).post('/change-email', { email: moved })
    expect((await settings()).write_members).toEqual([])
    const key = await tokenFor(moved, 'confirm-email')
    await program(app).post('/confirm-email', { token: key })
    await expect.poll(async () => (await settings()).write_members).toMatchObject([{ email: moved }])
  })

  test('a new owner has no invitations of the previous one', async () => {
    const willem = await signIn(app, 'willem', 2)
    await invite(willem.email, 'write', turf)
    await invite(newAccount().email, 'read', turf)
    await ada.call(offerCollection, { folder_id: turf, person_id: willem.id })
    await willem.call(answerOffer, { folder_id: turf, accept: 1 })
    expect((await willem.call(contract.getPermissions, { folder_id: turf })).invited).toEqual([])
  })
})

describe('Z16 invitations do not let a user flood a mailbox or find accounts', () => {
  test('one person sends an address two emails a day, all together five', async () => {
    const { email } = newAccount()
    const { invitation } = await invite(email)
    const again = () =>
      toOutcome(ada.call(contract.resendInvitation, { folder_id: research, invitation_id: invitation!._id }))
    expect(await again()).toBe('done')
    expect(await again()).toBe('request.tooMany')
    await ada.call(contract.cancelInvitation, { folder_id: research, invitation_id: invitation!._id })
    // A new invitation does not bypass the limit, and the refusal stores none.
    expect(await toOutcome(invite(email))).toBe('request.tooMany')
    expect((await settings()).invited).toEqual([])
    for (let n = 0; n < 5; n++) {
      const other = await signIn(app, 'other', 2)
      const own = (await other.call(createCollection, { name: 'Own' }))._id
      // The response does not reveal whether others have invited the address.
      expect((await invite(email, 'read', own, other)).invitation).toMatchObject({ email })
    }
    expect(await invitesTo(email)).toHaveLength(5)
    app.clock.now += 86_400_000
    expect(await toOutcome(invite(email))).toBe('done')
    expect(await invitesTo(email)).toHaveLength(6)
  })

  test('one person causes 50 emails a day', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({
      id: `${ada.id}-${n}`,
      owner_id: ada.id,
      email_hash: `${n}`,
      sent_at: app.clock.now,
    }))
    await app.services.db.write(tx => tx.insertInto('invitation_emails').values(rows).execute())
    expect(await toOutcome(invite(newAccount().email))).toBe('request.tooMany')
  })

  test('hides names with an address, and does not let the free plan invite', async () => {
    const { email } = newAccount()
    const folder = (await ada.call(createCollection, { name: 'Win at evil.example now' }))._id
    await invite(email, 'read', folder)
    const [mail] = await invitesTo(email)
    expect(mail!.text).not.toContain('evil')
    expect(mail!.text).toContain('invites you to a collection on Nestmark. You can read it.')
    const xaver = await signIn(app, 'xaver')
    const own = (await xaver.call(createCollection, { name: 'Own' }))._id
    expect(await toOutcome(invite(newAccount().email, 'read', own, xaver))).toBe('plan.teamSharing')
  })

  test('does not find unknown addresses where the server sends no email', async () => {
    const silent = await startApp()
    const owner = await signIn(silent, 'owner', 2)
    const own = (await owner.call(createCollection, { name: 'Own' }))._id
    const willem = await signIn(silent, 'willem')
    expect(await toOutcome(invite('nobody@example.org', 'read', own, owner))).toBe('share.emailNotFound')
    expect((await invite(willem.email, 'read', own, owner)).member).toMatchObject({ _id: willem.id })
    await silent.stop()
  })
})
