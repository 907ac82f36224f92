import { whoIsConcerned } from '../../access/concerned.ts'
import { lockTree } from '../../db/dialect.ts'
import { enqueue } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../session/userStore.ts'
import { accountDeletedEmail } from './emails.ts'
import { queueEmailIn } from './sendEmail.job.ts'
import { closeRows } from './store.ts'

/** The kind of job that takes the rows of a library away; `features/trash` does it. */
export const eraseKind = 'eraseLibrary'

/**
 * Deletes an account. In one transaction nobody can sign in to it any more and nobody sees anything of it (Z19); a job
 * that is left in the same transaction erases the rows, however many they are.
 */
export async function closeAccount(services: Services, userId: string): Promise<void> {
  const { db, now, config, events } = services
  const concerned = (await whoIsConcerned(db.read, [userId])).get(userId) ?? []
  await db.write(async tx => {
    await lockTree(tx, userId)
    const user = await findUser(tx, userId)
    if (!user) return
    await closeRows(tx, userId, now())
    await enqueue(tx, { ownerId: null, kind: eraseKind, payload: { personId: userId }, now: now() })
    await queueEmailIn(tx, services, accountDeletedEmail(config, user.email))
  })
  services.jobs.wake()
  events.sessionsEnded()
  // Whoever was let in lets go of what their pages still show.
  for (const ownerId of concerned)
    if (ownerId !== userId)
      events.announce({ ownerId, by: null, topics: ['collections', 'links', 'shares', 'favourites'] })
}
