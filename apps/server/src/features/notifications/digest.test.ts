import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { markAllNotificationsRead, unsubscribeDigest } from '@nestmark/contract/notifications'
import { getUserData, updateDigest } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDb } from '../../db/openDb.ts'
import { mailsSent, startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { digestTime, queueDigests } from './digest.ts'

const day = 86_400_000
let app: TestApp
let ada: Person
let rosa: Person
let turf: string

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  // Disables the digest for the people of earlier tests.
  await app.services.db.write(tx => tx.updateTable('people').set({ digest: 0 }).execute())
  // Half an hour after the digest is due.
  app.clock.now = digestTime(app.clock.now) + 3 * day + 1_800_000
  ada = await signIn(app, 'ada', 2)
  rosa = await signIn(app, 'rosa')
  turf = (await ada.call(createCollection, { name: 'Turf & <timber>' }))._id
  await ada.call(setPermissions, { folder_id: turf, read: 1, write: 0, read_members: [rosa.id] })
  await rosa.call(markAllNotificationsRead, {})
})

const save = (name: string) => ada.call(saveLink, { name, desc: 'A note', category: 4, parent: turf })
/** Returns the emails to a person, from the outbox folder. */
async function mailsTo({ email }: Person) {
  await mailsSent(app)
  const outbox = join(app.services.config.dataDir, 'outbox')
  let names: string[] = []
  try {
    names = readdirSync(outbox).sort()
  } catch {
    // No email has been written yet.
  }
  const mails = await Promise.all(names.map(name => PostalMime.parse(readFileSync(join(outbox, name)))))
  return mails.filter(mail => mail.to?.[0]?.address === email)
}
const tomorrow = () => void (app.clock.now += day)
const leave = () => queueDigests(app.services)

test('NTF-01 the daily email lists new unread notifications, in text and HTML, at most once a day and never an empty list', async () => {
  for (const name of ['Sods', 'Reeds']) await save(name)
  // Events after today's digest are in tomorrow's email.
  expect(await leave()).toBe(0)
  tomorrow()
  expect(await leave()).toBe(1)
  expect(await leave()).toBe(0)
  const [mail, ...more] = await mailsTo(rosa)
  expect([mail!.subject, more.length]).toEqual(['1 new notification in Nestmark', 0])
  const { publicUrl } = app.services.config
  for (const words of [mail!.text!, mail!.html!]) {
    expect(words).toContain('Hello rosa,')
    expect(words).toContain(`${publicUrl}/c/${turf}`)
    expect(words).toContain(`${publicUrl}/notifications`)
    expect(words).toContain(`${publicUrl}/mail/stop/${rosa.id}/`)
  }
  expect(mail!.text).toContain('ada added 2 links to “Turf & <timber>”')
  expect(mail!.html).toContain('ada added 2 links to “Turf &amp; &lt;timber&gt;”')
  expect(await mailsTo(ada)).toEqual([])
  // A notification is sent once; a new one is sent the next day.
  tomorrow()
  expect(await leave()).toBe(0)
  await save('Planks')
  tomorrow()
  expect(await leave()).toBe(1)
  // Read notifications are not sent.
  await save('Nails')
  await rosa.call(markAllNotificationsRead, {})
  tomorrow()
  expect(await leave()).toBe(0)
  expect(await mailsTo(rosa)).toHaveLength(2)
})

test('NTF-01 several servers concurrently queue one email per person', async () => {
  await save('Sods')
  tomorrow()
  const other = openDb(app.services.db.location)
  try {
    const left = await Promise.all([
      leave(),
      queueDigests({ ...app.services, db: other }),
      leave(),
      queueDigests({ ...app.services, db: other }),
    ])
    expect(left.reduce((sum, n) => sum + n)).toBe(1)
  } finally {
    await other.close()
  }
  expect(await mailsTo(rosa)).toHaveLength(1)
})

test('NTF-01 the user disables the email in the settings, or by its own address without a sign-in', async () => {
  expect((await rosa.call(getUserData, {})).mail_digest).toBe(1)
  await save('Sods')
  await rosa.call(updateDigest, { mail_digest: 0 })
  tomorrow()
  expect(await leave()).toBe(0)
  await rosa.call(updateDigest, { mail_digest: 1 })
  expect(await leave()).toBe(1)
  const [mail] = await mailsTo(rosa)
  const address = new URL(/\S+\/mail\/stop\/\S+/.exec(mail!.text!)![0])
  const [person, key] = address.pathname.split('/').slice(-2) as [string, string]
  expect(mail!.headers.find(each => each.key === 'list-unsubscribe')!.value).toBe(`<${address.href}>`)

  // Neither another person's key nor a part of the key works.
  for (const wrong of [
    { person: ada.id, key },
    { person, key: key.slice(1) },
    { person, key: '' },
  ])
    await expect(app.as(null)(unsubscribeDigest, wrong)).rejects.toMatchObject({ status: 400 })
  expect((await rosa.call(getUserData, {})).mail_digest).toBe(1)
  await app.as(null)(unsubscribeDigest, { person, key })
  expect((await rosa.call(getUserData, {})).mail_digest).toBe(0)

  // And by the unsubscribe button of an email program.
  await rosa.call(updateDigest, { mail_digest: 1 })
  const press = (path: string) =>
    fetch(app.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  expect((await press(`/mail/stop/${person}/wrong`)).status).toBe(400)
  expect((await press(address.pathname)).status).toBe(200)
  expect((await rosa.call(getUserData, {})).mail_digest).toBe(0)
  // A GET request of the address disables nothing.
  await rosa.call(updateDigest, { mail_digest: 1 })
  await fetch(app.origin + address.pathname)
  expect((await rosa.call(getUserData, {})).mail_digest).toBe(1)
})

test('NTF-01 SHR-08 the email contains nothing of a collection after the removal of its reader', async () => {
  await save('Salary')
  await ada.call(setPermissions, { folder_id: turf, read: 0, write: 0 })
  tomorrow()
  expect(await leave()).toBe(1)
  const [mail] = await mailsTo(rosa)
  expect(mail!.text).toContain('a collection that you can no longer see')
  expect(mail!.text + mail!.html!).not.toMatch(/Salary|Turf/)
})

test('NTF-01 with SMTP only confirmed addresses get the email', async () => {
  await save('Sods')
  tomorrow()
  const confirm = (emailVerified: number) =>
    app.services.db.write(tx =>
      tx.updateTable('user').set({ emailVerified }).where('id', '=', rosa.id).execute(),
    )
  const config = { ...app.services.config, smtpUrl: 'smtp://127.0.0.1:9' }
  await confirm(0)
  expect(await queueDigests({ ...app.services, config })).toBe(0)
  await confirm(1)
  expect(await queueDigests({ ...app.services, config })).toBe(1)
})
