import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../configuration/config.ts'

/** The content of an email. Plain text and HTML are created from it, so its texts are not escaped. */
export interface Email {
  to: string
  /** The name of the sender; without one that of the product. */
  sender?: string
  subject: string
  paragraphs: readonly string[]
  /** Items of a list after the paragraphs, each with a link. */
  list?: readonly { words: string; url: string }[]
  /** Text after the list. */
  after?: string
  /** The main action, a button after the paragraphs. */
  action?: { words: string; url: string }
  /** Small print at the end. */
  closing?: string
  /**
   * For recurring emails: the unsubscribe address, opened by a person or called by their email client (RFC
   * 8058).
   */
  stop?: { words: string; url: string }
}

/** Delivers emails. Retries are the task of the job that calls it. */
export interface Mailer {
  /**
   * Resolves when the receiving server has accepted the email. @throws Error when it was not accepted; see
   * `isPermanentRejection`
   */
  deliver(email: Email): Promise<void>
}

export type MailConfig = Pick<Config, 'smtpUrl' | 'publicUrl' | 'dataDir'>

/**
 * Creates the mailer: emails are sent by SMTP; without `smtpUrl` each is written to a file in `outbox` of the
 * data directory.
 */
export function createMailer(config: MailConfig, now: () => number = Date.now): Mailer {
  return {
    deliver: config.smtpUrl
      ? createSmtpDelivery(config.smtpUrl, config.publicUrl)
      : createOutboxDelivery(config, now),
  }
}

/** Returns true for a permanent rejection by the other server. */
export function isPermanentRejection(error: unknown): boolean {
  return ((error as { responseCode?: number }).responseCode ?? 0) >= 500
}

const product = 'Nestmark'

/** Returns a name as a quoted string (RFC 5322, 3.2.4). */
const toDisplayName = (name?: string) => (name ? `"${name.replace(/["\\]/g, '\\$&')}"` : product)

type Deliver = (email: Email) => Promise<void>

function createSmtpDelivery(smtpUrl: string, publicUrl: string): Deliver {
  const from = chooseSender(smtpUrl, publicUrl)
  let transport: Promise<{ sendMail(mail: object): Promise<unknown> }> | null = null
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...parseConnection(smtpUrl),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return async email => {
    transport ??= open()
    const { to, subject, stop, sender = product } = email
    await (
      await transport
    ).sendMail({
      from: { name: sender, address: from },
      to: { name: '', address: to },
      subject,
      ...(stop && {
        headers: {
          'List-Unsubscribe': `<${stop.url}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
      text: toText(email),
      html: toHtml(email),
    })
  }
}

function parseConnection(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    auth,
  }
}

/**
 * Returns the sender: `?from=` of SMTP_URL, otherwise its user when that is an address, otherwise no-reply at
 * this server's host.
 */
function chooseSender(smtpUrl: string, publicUrl: string): string {
  const url = new URL(smtpUrl)
  const user = decodeURIComponent(url.username)
  return (
    url.searchParams.get('from') ?? (user.includes('@') ? user : `no-reply@${new URL(publicUrl).hostname}`)
  )
}

function createOutboxDelivery({ dataDir, publicUrl }: MailConfig, now: () => number): Deliver {
  const outbox = join(dataDir, 'outbox')
  return async email => {
    const at = new Date(now())
    const head = [
      `From: ${toDisplayName(email.sender)} <no-reply@${new URL(publicUrl).hostname}>`,
      `To: ${email.to}`,
      `Subject: ${email.subject}`,
      `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
      ...(email.stop ? [`List-Unsubscribe: <${email.stop.url}>`] : []),
      'MIME-Version: 1.0',
    ].map(line => line.replace(/\p{Cc}/gu, ' '))
    const name = `${at.toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`
    await mkdir(outbox, { recursive: true, mode: 0o700 })
    // An email can contain a secret, so only the operator may read it.
    await writeFile(join(outbox, name), `${head.join('\n')}\n${formatBody(email)}`, { mode: 0o600 })
  }
}

/** Formats the body: an email with a list has both parts; others, which are short, have plain text only. */
function formatBody(email: Email): string {
  const part = (type: string) => `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n`
  if (!email.list) return `${part('text/plain')}${toText(email)}`
  const border = `part-${randomBytes(12).toString('hex')}`
  const parts = [part('text/plain') + toText(email), part('text/html') + toHtml(email)]
  const inside = parts.map(each => `--${border}\n${each}`).join('\n')
  return `Content-Type: multipart/alternative; boundary="${border}"\n\n${inside}\n--${border}--\n`
}

function toText({ paragraphs, list = [], after, action, closing, stop }: Email): string {
  const parts = [
    ...paragraphs,
    ...(list.length > 0 ? [list.map(({ words, url }) => `- ${words}\n  ${url}`).join('\n')] : []),
    ...(after ? [after] : []),
    ...(action ? [`${action.words}:\n${action.url}`] : []),
    ...(closing ? [closing] : []),
    ...(stop ? [`${stop.words}:\n${stop.url}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

function toHtml({ subject, paragraphs, list = [], after, action, closing, stop }: Email): string {
  const text = paragraphs.map(words => `<p>${escape(words)}</p>`).join('\n')
  const lines = list.map(
    ({ words, url }) =>
      `<li style="margin:0 0 8px"><a href="${escape(url)}" style="color:#0B6A7C;text-decoration:none">${escape(words)}</a></li>`,
  )
  const items = lines.length > 0 && `<ul style="margin:0 0 16px;padding:0 0 0 20px">${lines.join('\n')}</ul>`
  const rest = after && `<p>${escape(after)}</p>`
  const button =
    action &&
    `<p><a href="${escape(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0B6A7C;color:#FFFFFF;text-decoration:none;font-weight:600">${escape(action.words)}</a></p>
<p style="font-size:13px;color:#656760;word-break:break-all">${escape(action.url)}</p>`
  const end = closing && `<p style="font-size:13px;color:#656760">${escape(closing)}</p>`
  const out =
    stop &&
    `<p style="font-size:13px;color:#656760"><a href="${escape(stop.url)}" style="color:#656760">${escape(stop.words)}</a></p>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;background:#FBFAF8;color:#18201F;font:15px/23px 'Segoe UI',system-ui,sans-serif">
${[text, items, rest, button, end, out].filter(Boolean).join('\n')}
</body>
</html>
`
}

function escape(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, char => entities[char] ?? char)
}
