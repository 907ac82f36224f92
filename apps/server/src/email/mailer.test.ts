import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createMailer, type Email, refusedForGood } from './mailer.ts'
import { openMailServer } from './mailServer.testing.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'nestmark-mail-'))
const publicUrl = 'https://links.example.org'
const letter: Email = {
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

async function postOffice(options: SMTPServerOptions = {}) {
  const office = await openMailServer(options)
  closing.push(office.close)
  return office
}

test('sends plain text and escaped HTML by SMTP', async () => {
  const { mails, url } = await postOffice()
  await createMailer({ smtpUrl: url, publicUrl, dataDir }).deliver(letter)
  const [mail] = await mails()
  expect(mail!.subject).toBe(letter.subject)
  expect(mail!.from).toMatchObject({ name: 'Nestmark', address: 'no-reply@links.example.org' })
  expect(mail!.to).toEqual([{ name: '', address: 'ada@example.org' }])
  expect(mail!.text).toContain('Hello Ada & <script>alert(1)</script>,')
  expect(mail!.text).toContain(`Open "it":\n${letter.action!.url}`)
  expect(mail!.html).toContain('Hello Ada &amp; &lt;script&gt;alert(1)&lt;/script&gt;,')
  expect(mail!.html).toContain('href="https://links.example.org/accounts/x?token=a&amp;b=&lt;c&gt;"')
  expect(mail!.html).not.toContain('<script>')
  expect(mail!.html).toContain('日本')
})

test('takes the sender from SMTP_URL', async () => {
  const { mails, url } = await postOffice()
  await createMailer({ smtpUrl: `${url}?from=nest@example.org`, publicUrl, dataDir }).deliver(letter)
  expect((await mails())[0]!.from?.address).toBe('nest@example.org')
})

test('tells what is refused for good from what is worth another try', async () => {
  const answering = (responseCode: number) =>
    postOffice({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
    })
  for (const [code, forGood] of [
    [451, false],
    [550, true],
  ] as const) {
    const { url } = await answering(code)
    const fault: unknown = await createMailer({ smtpUrl: url, publicUrl, dataDir })
      .deliver(letter)
      .catch((error: unknown) => error)
    expect([fault instanceof Error, refusedForGood(fault)]).toEqual([true, forGood])
  }
  // Nobody answers at all: a server that is being restarted.
  const gone = await openMailServer()
  await gone.close()
  const fault: unknown = await createMailer({ smtpUrl: gone.url, publicUrl, dataDir })
    .deliver(letter)
    .catch((error: unknown) => error)
  expect([fault instanceof Error, refusedForGood(fault)]).toEqual([true, false])
})

test('without SMTP a mail is a readable file that only its owner can read', async () => {
  const mailer = createMailer({ smtpUrl: null, publicUrl, dataDir }, () => Date.UTC(2026, 10, 21, 6))
  await mailer.deliver(letter)
  await mailer.deliver({ ...letter, subject: 'two\r\nBcc: eve@example.org' })
  const names = readdirSync(join(dataDir, 'outbox'))
  expect(names).toHaveLength(2)
  const texts = names.map(name => readFileSync(join(dataDir, 'outbox', name), 'utf8'))
  const mail = await PostalMime.parse(texts.find(text => text.includes('<b>this</b>'))!)
  expect(mail).toMatchObject({ subject: letter.subject, to: [{ address: 'ada@example.org' }] })
  expect(mail.text).toContain('Grüße — 日本')
  expect(mail.text).toContain(letter.action!.url)
  const second = await PostalMime.parse(texts.find(text => text.includes('two'))!)
  expect(second.bcc).toBeUndefined()
  expect(statSync(join(dataDir, 'outbox', names[0]!)).mode & 0o077).toBe(0)
})
