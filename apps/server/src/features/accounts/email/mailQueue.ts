import { AsyncLocalStorage } from 'node:async_hooks'
import type { Email } from '../../../email/mailer.ts'
import type { Services } from '../../../services.ts'
import { queueEmail } from './sendEmail.job.ts'

/** The calls that send email only to existing accounts, and must take the same time for others. */
const mayPost: readonly string[] = ['/request-password-reset', '/send-verification-email']

/** The queue for the sign-in library's emails. */
export interface MailQueue {
  post(email: Email): void
  /**
   * Runs a call and waits until its emails are stored in the database, not until they are sent.
   * @param path of the call, below /api/auth
   */
  emptied<T>(path: string, call: () => Promise<T>): Promise<T>
}

/**
 * Creates the mail queue. The library requests emails inside its transactions, where another write would wait for the
 * transaction itself. They are therefore written separately, and the response waits for them: a kill loses no email
 * that was promised.
 */
export function createMailQueue(services: Services): MailQueue {
  const posted = new AsyncLocalStorage<Promise<void>[]>()
  return {
    post(email) {
      const stored = queueEmail(services, email)
      // `emptied` awaits it and gets the error; until then it must not become an unhandled rejection.
      stored.catch(() => undefined)
      posted.getStore()?.push(stored)
    },
    async emptied(path, call) {
      const emails: Promise<void>[] = []
      const answer = await posted.run(emails, call)
      if (emails.length === 0 && mayPost.includes(path)) emails.push(queueEmail(services, null))
      await Promise.all(emails)
      return answer
    },
  }
}
