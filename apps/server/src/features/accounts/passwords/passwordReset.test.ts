import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getProfile } from '@nestmark/contract/session'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailServer, type MailServer } from '../../../email/mailServer.testing.ts'
import { mailsSent, startApp, type TestApp } from '../../../test/support/app.ts'
import { newAccount, openBrowser, program } from '../signIn/browser.testing.ts'

let app: TestApp
let mailing: TestApp
let post: MailServer
beforeAll(async () => {
  app = await startApp()
  post = await openMailServer()
  mailing = await startApp({ smtpUrl: `${post.url}?from=nest@example.org` })
})
afterAll(async () => {
  await app.stop()
  await mailing.stop()
  await post.close()
})

async function outbox(): Promise<string[]> {
  await mailsSent(app)
  const dir = join(app.services.config.dataDir, 'outbox')
  return readdirSync(dir)
    .sort()
    .map(name => readFileSync(join(dir, name), 'utf8'))
}

/** Returns the email to an address with a text in it. Emails to one address may arrive in any order. */
async function mailTo(address: string, text: string): Promise<Email> {
  await mailsSent(mailing)
  return (await post.mails()).find(
    mail => mail.to?.some(to => to.address === address) && `${mail.subject}\n${mail.text}`.includes(text),
  )!
}

function linkIn(text: string, page: string): URL {
  return new URL(/https?:\/\/\S+/.exec(text.slice(text.indexOf(`/accounts/${page}`) - 60))![0])
}

test('ACC-02 an emailed link resets a forgotten password, once', async () => {
  const ada = newAccount()
  const { token: before } = await program(app).post('/sign-up/email', ada)
  expect((await program(app).post('/request-password-reset', { email: ada.email })).status).toBe(200)
  const email = (await outbox()).find(text => text.includes(`To: ${ada.email}`))!
  expect(email).toContain('Subject: Choose a new password for Nestmark')
  const link = linkIn(email, 'reset-password')
  expect(link.pathname).toBe('/accounts/reset-password')
  const token = link.searchParams.get('token')!

  const stored = JSON.stringify(await app.services.db.read.selectFrom('verification').selectAll().execute())
  expect(stored).not.toContain(token)

  // Checking the link does not use it up.
  const check = async () => {
    const { status, body } = await program(app).post('/check-reset-link', { token })
    return [status, body.code]
  }
  expect([await check(), await check()]).toEqual([
    [200, undefined],
    [200, undefined],
  ])

  const reset = await program(app).post('/reset-password', { newPassword: 'another horse', token })
  expect(reset.status).toBe(200)
  expect(await check()).toEqual([400, 'INVALID_TOKEN'])
  await expect(app.as(before)(getProfile, {})).rejects.toMatchObject({ status: 401 })
  expect((await program(app).post('/sign-in/email', ada)).status).toBe(401)
  const again = { email: ada.email, password: 'another horse' }
  expect((await program(app).post('/sign-in/email', again)).status).toBe(200)
  const twice = await program(app).post('/reset-password', { newPassword: 'a third horse', token })
  expect([twice.status, twice.body.code]).toEqual([400, 'INVALID_TOKEN'])
})

test('ACC-02 a reset request does not reveal whether an account exists', async () => {
  const ada = newAccount()
  await program(app).post('/sign-up/email', ada)
  const known = await program(app).post('/request-password-reset', { email: ada.email })
  const unknown = await program(app).post('/request-password-reset', { email: 'nobody@example.org' })
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  // This server has no SMTP.
  expect(known.body.message).toMatch(/sends no email.*outbox/)
  expect((await outbox()).some(text => text.includes('nobody@example.org'))).toBe(false)
})

test('ACC-02 a reset link that the server never sent, or that a stolen hash made, opens nothing', async () => {
  const ada = newAccount()
  await program(app).post('/sign-up/email', ada)
  await program(app).post('/request-password-reset', { email: ada.email })
  const rows = await app.services.db.read.selectFrom('verification').selectAll().execute()
  for (const token of ['x', ...rows.flatMap(row => [row.identifier, row.value, row.id])]) {
    const answer = await program(app).post('/reset-password', { newPassword: 'stolen horse', token })
    expect(answer.status).toBe(400)
  }
  const { status } = await program(app).post('/check-reset-link', { token: rows.at(-1)!.identifier })
  expect(status).toBe(400)
})

test('ACC-02 with SMTP, an address opens the account only after its confirmation', async () => {
  const ada = newAccount('Ada <b>')
  const browser = openBrowser(mailing)
  const up = await browser.post('/sign-up/email', ada)
  expect([up.status, up.token, browser.cookies.size]).toEqual([200, null, 0])
  const early = await browser.post('/sign-in/email', ada)
  expect([early.status, early.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])

  const mail = await mailTo(ada.email, '/accounts/verify-email')
  expect(mail.from?.address).toBe('nest@example.org')
  const link = linkIn(mail.text!, 'verify-email')
  expect(mail.html).toContain(link.href.replaceAll('&', '&amp;'))
  const token = encodeURIComponent(link.searchParams.get('token')!)
  expect((await browser.get('/verify-email?token=nonsense')).status).toBe(401)
  const confirmed = await browser.get(`/verify-email?token=${token}`)
  expect([confirmed.status, confirmed.token]).toEqual([200, null])
  expect((await browser.post('/sign-in/email', ada)).status).toBe(200)
})

test('ACC-02 with SMTP, registering a known address looks the same and notifies its owner', async () => {
  const ada = newAccount()
  const first = await program(mailing).post('/sign-up/email', ada)
  const second = await program(mailing).post('/sign-up/email', ada)
  expect(second.status).toBe(first.status)
  expect(Object.keys(second.body.user).sort()).toEqual(Object.keys(first.body.user).sort())
  const known = 'You already have a Nestmark account'
  expect((await mailTo(ada.email, known)).subject).toBe(known)
})

test('ACC-02 a reset by mail confirms the address', async () => {
  const ada = newAccount()
  await program(mailing).post('/sign-up/email', ada)
  await program(mailing).post('/request-password-reset', { email: ada.email })
  const mail = await mailTo(ada.email, '/accounts/reset-password')
  const token = linkIn(mail.text!, 'reset-password').searchParams.get('token')!
  await program(mailing).post('/reset-password', { newPassword: 'another horse', token })
  const answer = await program(mailing).post('/sign-in/email', {
    email: ada.email,
    password: 'another horse',
  })
  expect(answer.status).toBe(200)
})
