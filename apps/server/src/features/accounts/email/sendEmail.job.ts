import { setTimeout } from 'node:timers/promises'
import type { Tx } from '../../../db/db.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import { type Email, isPermanentRejection } from '../../../email/mailer.ts'
import type { Services } from '../../../services.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { seal, unseal } from '../seal.ts'

const kind = 'sendEmail'
/**
 * How long a stopping server waits for an email in progress, in milliseconds: it must not depend on another server.
 */
const stopTimeoutMs = 5_000

type Dependencies = Pick<CommonServices, 'db' | 'config' | 'now' | 'jobs'>

/**
 * Queues an email as a row for a job: once stored, it survives a kill.
 * @param email null stores a row without an email, so that the response time does not reveal whether one is sent
 */
export async function queueEmail(services: Dependencies, email: Email | null): Promise<void> {
  await services.db.write(tx => queueEmailIn(tx, services, email))
  services.jobs.wake()
}

/** Queues an email inside the transaction of the action that it is about. Wake the jobs after its commit. */
export async function queueEmailIn(
  tx: Tx,
  { config, now }: Pick<Dependencies, 'config' | 'now'>,
  email: Email | null,
): Promise<void> {
  // Sealed, because an email can contain a key to an account.
  const payload = { sealed: seal(config.secret, 'letters', JSON.stringify(email)) }
  await enqueue(tx, { ownerId: null, kind, payload, now: now() })
}

/**
 * Sends the queued emails. Retries temporary failures for half an hour, while the key in the email is still valid; an
 * email that was accepted during a crash may arrive twice.
 */
export function sendEmail({ config, mail }: Pick<Services, 'config' | 'mail'>): JobKind {
  return {
    kind,
    concurrency: 2,
    // These jobs have no owner.
    perOwner: 2,
    attempts: 6,
    async run(job, signal) {
      const { sealed } = JSON.parse(job.payload) as { sealed: string }
      const email = JSON.parse(unseal(config.secret, 'letters', sealed)) as Email | null
      if (!email) return
      try {
        await Promise.race([mail.deliver(email), rejectAfterStop(signal)])
      } catch (error) {
        if (!isPermanentRejection(error)) throw error
        return { state: 'failed', error: 'The mail server rejected the email.', cause: error }
      }
    },
  }
}

/** @throws Error a while after the signal */
async function rejectAfterStop(signal: AbortSignal): Promise<never> {
  await new Promise(resolve => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', resolve, { once: true })
  })
  await setTimeout(stopTimeoutMs, undefined, { ref: false })
  throw new Error('The server stopped before the email was accepted.')
}
