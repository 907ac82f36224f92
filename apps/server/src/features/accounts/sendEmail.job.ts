import { setTimeout } from 'node:timers/promises'
import type { Tx } from '../../db/db.ts'
import { enqueue } from '../../jobs/store.ts'
import type { JobKind } from '../../jobs/kind.ts'
import { type Email, refusedForGood } from '../../email/mailer.ts'
import type { Services } from '../../services.ts'
import { seal, unseal } from './seal.ts'

const kind = 'sendLetter'
/** What a server that stops still gives a mail under way, in milliseconds: it must not hang on another one. */
const patienceMs = 5_000

type Place = Pick<Services, 'db' | 'config' | 'now' | 'jobs'>

/**
 * Leaves a mail as a row that a job sends: once it is here, a kill loses it no more.
 * @param letter null leaves a row without a mail, so that nobody can tell by the time whether there was one
 */
export async function queueEmail(services: Place, letter: Email | null): Promise<void> {
  await services.db.write(tx => queueEmailIn(tx, services, letter))
  services.jobs.wake()
}

/** The same inside the transaction of the deed that it tells of. Wake the jobs after its commit. */
export async function queueEmailIn(
  tx: Tx,
  { config, now }: Pick<Place, 'config' | 'now'>,
  letter: Email | null,
): Promise<void> {
  // A mail can hold the key to an account.
  const payload = { sealed: seal(config.secret, 'letters', JSON.stringify(letter)) }
  await enqueue(tx, { ownerId: null, kind, payload, now: now() })
}

/**
 * Sends the mails that were left. What fails for the moment is tried for half an hour, while the key in it still opens
 * something; a mail that the other server took in the moment of a crash may arrive twice.
 */
export function sendEmail({ config, mail }: Pick<Services, 'config' | 'mail'>): JobKind {
  return {
    kind,
    atOnce: 2,
    // They belong to nobody.
    perOwner: 2,
    attempts: 6,
    async run(job, signal) {
      const { sealed } = JSON.parse(job.payload) as { sealed: string }
      const letter = JSON.parse(unseal(config.secret, 'letters', sealed)) as Email | null
      if (!letter) return
      try {
        await Promise.race([mail.deliver(letter), givingUp(signal)])
      } catch (fault) {
        if (!refusedForGood(fault)) throw fault
        return { state: 'failed', error: 'The mail was refused.', fault }
      }
    },
  }
}

/** @throws Error a while after the signal */
async function givingUp(signal: AbortSignal): Promise<never> {
  await new Promise(resolve => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', resolve, { once: true })
  })
  await setTimeout(patienceMs, undefined, { ref: false })
  throw new Error('The server stopped before the mail was taken.')
}
