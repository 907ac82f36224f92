import { AsyncLocalStorage } from 'node:async_hooks'
import type { Email } from '../../email/mailer.ts'
import type { Services } from '../../services.ts'
import { queueEmail } from './sendEmail.job.ts'

/** The calls that write to whoever has an account, and must take as long where nobody has one. */
const mayPost: readonly string[] = ['/request-password-reset', '/send-verification-email']

/** Where the sign-in library's mails are left. */
export interface MailQueue {
  post(letter: Email): void
  /**
   * Runs a call and waits until its mails are rows in the database, not until they are sent.
   * @param path of the call, beneath /api/auth
   */
  emptied<T>(path: string, call: () => Promise<T>): Promise<T>
}

/**
 * The library calls for mails in the middle of its transactions, where another write would wait for itself. So they are
 * written beside it, and the answer waits for them: what was promised to come by mail is not lost by a kill.
 */
export function createMailQueue(services: Services): MailQueue {
  const posted = new AsyncLocalStorage<Promise<void>[]>()
  return {
    post(letter) {
      const kept = queueEmail(services, letter)
      // Whoever waits for it below hears of a fault; until then it must not count as one that nobody saw to.
      kept.catch(() => undefined)
      posted.getStore()?.push(kept)
    },
    async emptied(path, call) {
      const letters: Promise<void>[] = []
      const answer = await posted.run(letters, call)
      if (letters.length === 0 && mayPost.includes(path)) letters.push(queueEmail(services, null))
      await Promise.all(letters)
      return answer
    },
  }
}
