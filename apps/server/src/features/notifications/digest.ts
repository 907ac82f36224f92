import { digestTexts as texts } from '@nestmark/texts/emails/digest'
import { notificationTexts } from '@nestmark/texts/notifications'
import type { Notification } from '@nestmark/contract/notifications'
import type { Tx } from '../../db/db.ts'
import type { Email } from '../../email/mailer.ts'
import type { Services } from '../../services.ts'
import { queueEmailIn } from '../accounts/email/sendEmail.job.ts'
import { claimDigest, type DigestReader, listDigestNotifications, readersOfDigest } from './digestStore.ts'
import { presentNotifications } from './present.ts'
import { createUnsubscribeKey } from './unsubscribeKey.ts'

const day = 86_400_000
/** The time of day at which digests become due, in milliseconds after midnight UTC. */
const hour = 7 * 3_600_000
const maxShown = 20
const readersAtOnce = 50
const lookMs = 5_000

/** Returns the last time at which digests were due. Later events are in the next one. */
export function digestTime(now: number): number {
  return Math.floor((now - hour) / day) * day + hour
}

/**
 * Queues the digests that are due. Each is stored in the transaction that marks its person as served: a kill loses
 * none, and of several servers only one queues it.
 * @param signal stops between two people; the rest follow the next time
 * @returns the number of queued emails
 */
export async function queueDigests(services: Services, signal?: AbortSignal): Promise<number> {
  const { db, config, now, jobs } = services
  const upTo = digestTime(now())
  // With SMTP, unconfirmed addresses get no email.
  const query = { upTo, confirmedOnly: config.smtpUrl !== null, limit: readersAtOnce }
  let left = 0
  for (let after = ''; ;) {
    const readers = await readersOfDigest(db.read, { ...query, after })
    for (const reader of readers) {
      if (signal?.aborted) break
      if (await db.write(tx => queueDigest(tx, services, reader, upTo))) left++
    }
    const last = readers.at(-1)
    if (signal?.aborted || !last || readers.length < readersAtOnce) break
    after = last.id
  }
  if (left > 0) jobs.wake()
  return left
}

async function queueDigest(tx: Tx, services: Services, reader: DigestReader, upTo: number): Promise<boolean> {
  const { rows, all } = await listDigestNotifications(tx, reader.id, upTo, maxShown)
  if (all === 0 || !(await claimDigest(tx, reader.id, upTo, services.now()))) return false
  const list = await presentNotifications(tx, { personId: reader.id }, rows)
  await queueEmailIn(tx, services, digestEmail(services.config, reader, list, all))
  return true
}

/** Returns the digest email. */
function digestEmail(
  config: Services['config'],
  { id, name, email }: DigestReader,
  list: readonly Notification[],
  all: number,
): Email {
  const at = (path: string) => config.publicUrl + path
  return {
    to: email,
    subject: texts.subject(all),
    paragraphs: [texts.hello(name), texts.intro],
    list: list.map(each => ({ words: formatSentence(each), url: at(toAddress(each)) })),
    ...(all > list.length && { after: texts.more(all - list.length) }),
    action: { words: texts.action, url: at('/notifications') },
    closing: texts.closing,
    stop: { words: texts.stop, url: at(`/mail/stop/${id}/${createUnsubscribeKey(config, id)}`) },
  }
}

function formatSentence({ from, several, folder_id: folder, ...rest }: Notification): string {
  const name = from === null ? notificationTexts.visitor : from.username || notificationTexts.pastMember
  const who = several ? notificationTexts.others(name, rest.count) : name
  return `${who} ${notificationTexts.sentence({ ...rest, collection: folder?.name ?? null })}`
}

function toAddress({ action, folder_id: folder }: Notification): string {
  if (action === 'sugg_new') return '/suggestions'
  if (action === 'sugg_rejected') return '/suggestions?tab=by_me'
  // The page of the collection opens its share dialog.
  if (action === 'access_requested' && folder) return `/c/${folder._id}?share=1`
  return folder === null ? '/shared' : `/c/${folder._id}`
}

/**
 * Checks every few seconds whether digests are due, and queries the database once a day.
 * @returns a function that stops it, and waits for the email in progress
 */
export function startDigests(services: Services, onError: (error: unknown) => void): () => Promise<void> {
  const abort = new AbortController()
  let done = 0
  let under: Promise<void> | null = null
  const look = () => {
    const dueAt = digestTime(services.now())
    if (under || dueAt === done) return
    under = queueDigests(services, abort.signal)
      .then(() => void (done = dueAt))
      .catch(onError)
      .finally(() => (under = null))
  }
  const timer = setInterval(look, lookMs).unref()
  return async () => {
    clearInterval(timer)
    abort.abort()
    await under
  }
}
