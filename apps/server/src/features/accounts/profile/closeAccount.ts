import type { PasskeySignature } from '@nestmark/contract/auth/authShapes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { listAffectedPeople } from '../../../access/affectedPeople.ts'
import { lockTree } from '../../../db/dialect.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { ServicesWith } from '../../../services.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { findUser } from '../../session/userStore.ts'
import { accountDeletedEmail } from '../email/emails.ts'
import { countContents, closeRows, readPasswordHash, takeCustomer } from '../store.ts'
import { getPasskeyProofOptions, passkeyOwner, toDeleteAccount } from '../signIn/passkeys.ts'
import { passkeySite } from '../signIn/passkeySite.ts'
import { readPasskeys } from '../signIn/passkeyStore.ts'
import { checkProof, isProofValid, type Proof } from '../signIn/proof.ts'
import { queueEmailIn } from '../email/sendEmail.job.ts'

/** The kind of the job that deletes a library's rows; `features/trash` implements it. */
const eraseKind = 'eraseLibrary'

/** The kind of the job that cancels the subscriptions of a customer; `features/plans` implements it. */
export const endSubscriptionsKind = 'endSubscriptions'

/**
 * Deletes the caller's account. One transaction ends all sign-ins and hides all its data (Z19), and queues a job that
 * deletes any number of rows.
 * @returns false when the caller's session has ended concurrently, for example by a new password
 */
async function closeAccount(
  services: CommonServices,
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
    const customerId = await takeCustomer(tx, userId)
    if (customerId !== undefined)
      await enqueue(tx, { ownerId: null, kind: endSubscriptionsKind, payload: { customerId }, now: now() })
    await enqueue(tx, { ownerId: null, kind: eraseKind, payload: { personId: userId }, now: now() })
    await queueEmailIn(tx, services, accountDeletedEmail(config, email))
    return true
  })
  if (!isClosed) return false
  services.jobs.wake()
  events.sessionsEnded()
  // Previous members' pages reload, so that they stop showing the data.
  for (const ownerId of concerned)
    if (ownerId !== userId)
      events.publish({ ownerId, by: null, topics: ['collections', 'links', 'shares', 'favourites'] })
  return true
}

/** What a person sends to confirm the deletion. */
interface Confirmation {
  password?: string | undefined
  passkey?: PasskeySignature | undefined
}

/**
 * Deletes the caller's account when they have confirmed it: with the password or a passkey. A recent sign-in suffices
 * only for an account that has neither.
 * @returns 'refused' for a passkey that is not the caller's, or signed another challenge
 */
export async function closeOwnAccount(
  services: ServicesWith<'passwords'>,
  who: { userId: string; sessionId: string },
  confirmation: Confirmation,
): Promise<Proof | 'refused'> {
  const proof = await checkConfirmation(services, who, confirmation)
  return proof === 'given' && !(await closeAccount(services, who)) ? 'needed' : proof
}

async function checkConfirmation(
  services: ServicesWith<'passwords'>,
  who: { userId: string; sessionId: string },
  { password, passkey }: Confirmation,
): Promise<Proof | 'refused'> {
  if (password) return checkProof(services, who, password)
  const site = passkeySite(services.config)
  if (passkey) {
    const owner = site && (await passkeyOwner(services, site, passkey, toDeleteAccount(who.sessionId)))
    return owner === who.userId ? 'given' : 'refused'
  }
  const { read } = services.db
  const hasPassword = (await readPasswordHash(read, who.userId)) !== undefined
  const hasPasskey = site !== null && (await readPasskeys(read, who.userId)).length > 0
  return hasPassword || hasPasskey ? 'needed' : checkProof(services, who)
}

/** Returns what the deletion of the caller's account deletes, and how they can confirm it. */
export async function readAccountContents(
  services: CommonServices,
  who: { userId: string; sessionId: string },
) {
  const { config, db } = services
  const site = passkeySite(config)
  const [counts, hash, passkey] = await Promise.all([
    countContents(db.read, who.userId),
    readPasswordHash(db.read, who.userId),
    site && getPasskeyProofOptions(services, site, who.userId, toDeleteAccount(who.sessionId)),
  ])
  return { ...counts, has_password: hash !== undefined, passkey }
}
