import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createMailer, type Email, isPermanentRejection } from './mailer.ts'
import { openMailServer } from './mailServer.testing.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'nestmark-mail-'))
const publicUrl = 'https://links.example.org'
const email: Email = {
  to: 'ada@example.org',
  subject: 'Confirm <b>this</b>',
  paragraphs: ['Hello Ada & <script>alert(1)</script>,', 'Grüße — 日本'],
  action: { words: 'Open "it"', url: 'https://links.example.org/accounts/x?token=a&b=<c>' },
  closing: 'That is all.',
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function startMailServer(options: SMTPServerOptions = {}) {
  const server = await openMailServer(options)
  closing.push(server.close)
  return server
}

test('sends plain text and escaped HTML by SMTP', async () => {
  const { mails, url } = await startMailServer()
  await createMailer({ smtpUrl: url, publicUrl, dataDir }).deliver(email)
  const [mail] = await mails()
  expect(mail!.subject).toBe(email.subject)
  expect(mail!.from).toMatchObject({ name: 'Nestmark', address: 'no-reply@links.example.org' })
  expect(mail!.to).toEqual([{ name: '', address: 'ada@example.org' }])
  expect(mail!.text).toContain('Hello Ada & <script>alert(1)</script>,')
  expect(mail!.text).toContain(`Open "it":\n${email.action!.url}`)
  expect(mail!.html).toContain('Hello Ada &amp; &lt;script&gt;alert(1)&lt;/script&gt;,')
  expect(mail!.html).toContain('href="https://links.example.org/accounts/x?token=a&amp;b=&lt;c&gt;"')
  expect(mail!.html).not.toContain('<script>')
  expect(mail!.html).toContain('日本')
})

test('uses the sender of SMTP_URL', async () => {
  const { mails, url } = await startMailServer()
  await createMailer({ smtpUrl: `${url}?from=nest@example.org`, publicUrl, dataDir }).deliver(email)
  expect((await mails())[0]!.from?.address).toBe('nest@example.org')
})

test('distinguishes permanent rejections from temporary ones', async () => {
  const answering = (responseCode: number) =>
    startMailServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
    })
  for (const [code, forGood] of [
    [451, false],
    [550, true],
  ] as const) {
    const { url } = await answering(code)
    const error: unknown = await createMailer({ smtpUrl: url, publicUrl, dataDir })
      .deliver(email)
      .catch((error: unknown) => error)
    expect([error instanceof Error, isPermanentRejection(error)]).toEqual([true, forGood])
  }
  // No server responds: it is restarting.
  const stopped = await openMailServer()
  await stopped.close()
  const error: unknown = await createMailer({ smtpUrl: stopped.url, publicUrl, dataDir })
    .deliver(email)
    .catch((error: unknown) => error)
  expect([error instanceof Error, isPermanentRejection(error)]).toEqual([true, false])
})

test('stores an email without SMTP as a file that only its owner can read', async () => {
  const mailer = createMailer({ smtpUrl: null, publicUrl, dataDir }, () => Date.UTC(2026, 10, 21, 6))
  await mailer.deliver(email)
  await mailer.deliver({ ...email, subject: 'two\r\nBcc: eve@example.org' })
  const names = readdirSync(join(dataDir, 'outbox'))
  expect(names).toHaveLength(2)
  const texts = names.map(name => readFileSync(join(dataDir, 'outbox', name), 'utf8'))
  const mail = await PostalMime.parse(texts.find(text => text.includes('<b>this</b>'))!)
  expect(mail).toMatchObject({ subject: email.subject, to: [{ address: 'ada@example.org' }] })
  expect(mail.text).toContain('Grüße — 日本')
  expect(mail.text).toContain(email.action!.url)
  const second = await PostalMime.parse(texts.find(text => text.includes('two'))!)
  expect(second.bcc).toBeUndefined()
  expect(statSync(join(dataDir, 'outbox', names[0]!)).mode & 0o077).toBe(0)
})
