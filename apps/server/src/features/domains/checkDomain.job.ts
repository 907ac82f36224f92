import { domainEmails } from '@nestmark/texts/emails/domainEmails'
import { FetchRefused } from '../../fetching/requests/fetchRefused.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { enqueue } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { queueEmailIn } from '../accounts/email/sendEmail.job.ts'
import { findUser } from '../session/userStore.ts'
import { readShownLabel } from '../whiteLabels/shownLabel.ts'
import { graceMs, isProven } from './domains.ts'
import { changeDomain, type HostOfCollection, listDue, readDomain } from './store.ts'
import type { Config } from '../../configuration/config.ts'
import type { Email } from '../../email/mailer.ts'

const kind = 'checkDomain'
/** How often a host is checked; more often while it fails. Milliseconds. */
const everyMs = 86_400_000
const failingEveryMs = 6 * 3_600_000

/**
 * Checks once a day that a verified host still has its proof. The first failure is reported to the owner; after three days the host
 * is lost. May run twice.
 */
export function checkDomain(services: Services): JobKind {
  const { db, now, events, jobs, companyHosts } = services
  return {
    kind,
    concurrency: 4,
    perOwner: 2,
    attempts: 3,
    /** Queues the hosts that are due. The time of the check is set at once, so that no host is queued twice. */
    cleanUp: () =>
      db.write(async tx => {
        const due = await listDue(tx, { proven: now() - everyMs, failing: now() - failingEveryMs })
        for (const { id, person_id: ownerId } of due) {
          await changeDomain(tx, id, { checked_at: now() })
          await enqueue(tx, { ownerId, kind, payload: { domain: id }, now: now() })
        }
      }),
    async run(job, signal) {
      const { domain: id } = JSON.parse(job.payload) as { domain: string }
      const row = await readDomain(db.read, id)
      if (!row || row.verified_at === null) return
      const proven = await look(row, signal)
      if (proven === null) return
      const isChanged = await db.write(async tx => {
        const found = await readDomain(tx, id)
        // Its owner has verified it since, or another check has ended.
        if (!found || !isSame(found, row)) return false
        if (proven) {
          await changeDomain(tx, id, { failing_since: null })
          return found.failing_since !== null
        }
        const since = found.failing_since ?? now()
        const isLost = now() - since >= graceMs
        await changeDomain(tx, id, { failing_since: since, ...(isLost && { verified_at: null }) })
        const user = await findUser(tx, found.person_id)
        if (user && (isLost || found.failing_since === null)) {
          const label = await readShownLabel(tx, found.collection_id)
          const sender = label && (label.name || found.host)
          await queueEmailIn(
            tx,
            services,
            domainEmail(services.config, user.email, found, { since, isLost, sender }),
          )
        }
        return true
      })
      if (!isChanged) return
      jobs.wake()
      await companyHosts.refresh()
      events.publish({ ownerId: row.person_id, topics: ['shares'], by: null, isPrivate: true })
    },
  }

  /** Returns whether nothing was decided about a host since it was read. */
  function isSame(found: HostOfCollection, row: HostOfCollection): boolean {
    const { verified_at, checked_at, failing_since } = found
    return (
      verified_at === row.verified_at && checked_at === row.checked_at && failing_since === row.failing_since
    )
  }

  /** Returns null while all fetch slots are in use: the next check follows. */
  async function look(row: HostOfCollection, signal: AbortSignal): Promise<boolean | null> {
    try {
      return await isProven(services, row, { kind: 'job', key: row.person_id }, signal)
    } catch (error) {
      if (error instanceof FetchRefused && error.reason === 'busy') return null
      throw error
    }
  }
}

/**
 * Returns the email to the owner of a host whose proof is missing since a time: the first one, or the last one at its end.
 * @param sender its name; null for that of the product
 */
function domainEmail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  to: string,
  { host, collection_id: id }: HostOfCollection,
  { since, isLost, sender }: { since: number; isLost: boolean; sender: string | null },
): Email {
  const until = new Date(since + graceMs).toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const { subject, line } = domainEmails[isLost ? 'lost' : 'failing']
  return {
    to,
    ...(sender !== null && { sender }),
    subject: subject(host),
    paragraphs: [domainEmails.hello, line(host, until)],
    action: { words: domainEmails.action, url: `${publicUrl}/c/${id}` },
    closing: domainEmails.closing,
  }
}
