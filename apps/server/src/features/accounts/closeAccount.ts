import { assertDefined } from '@nestmark/core/assertDefined'
import { listAffectedPeople } from '../../access/affectedPeople.ts'
import { lockTree } from '../../db/dialect.ts'
import { enqueue } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../session/userStore.ts'
import { accountDeletedEmail } from './emails.ts'
import { checkProof, isProofValid, type Proof } from './proof.ts'
import { queueEmailIn } from './sendEmail.job.ts'
import { closeRows } from './store.ts'

/** The kind of the job that deletes a library's rows; `features/trash` implements it. */
export const eraseKind = 'eraseLibrary'

/**
 * Deletes the caller's account. One transaction ends all sign-ins and hides all its data (Z19), and queues a job that
 * deletes any number of rows.
 * @returns false when the caller's session has ended concurrently, for example by a new password
 */
async function closeAccount(
  services: Services,
  who: { userId: string; sessionId: string },
): Promise<boolean> {
  const { userId } = who
  const { db, now, config, events } = services
  const concerned = (await listAffectedPeople(db.read, [userId])).get(userId) ?? []
  const isClosed = await db.write(async tx => {
    await lockTree(tx, userId)
    if (!(await isProofValid(tx, who))) return false
    const { email } = assertDefined(await findUser(tx, userId), 'user')
    await closeRows(tx, userId, now())
    await enqueue(tx, { ownerId: null, kind: eraseKind, payload: { personId: userId }, now: now() })
    await queueEmailIn(tx, services, accountDeletedEmail(config, email))
    return true
  })
  if (!isClosed) return false
  services.jobs.wake()
  events.sessionsEnded()
  // Former members' pages reload, so that they stop showing the data.
  for (const ownerId of concerned)
    if (ownerId !== userId)
      events.publish({ ownerId, by: null, topics: ['collections', 'links', 'shares', 'favourites'] })
  return true
}

/**
 * Deletes the caller's account when they have proved their identity.
 * @param password of the request, if any
 */
export async function closeOwnAccount(
  services: Services,
  who: { userId: string; sessionId: string },
  password: string | undefined,
): Promise<Proof> {
  const proof = await checkProof(services, who, password)
  return proof === 'given' && !(await closeAccount(services, who)) ? 'needed' : proof
}
