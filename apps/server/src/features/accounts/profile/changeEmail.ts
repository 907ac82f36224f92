import { assertDefined } from '@nestmark/core/assertDefined'
import { isDuplicate } from '../../../db/dialect.ts'
import { createToken, hashToken } from '../../../access/tokens.ts'
import type { Services } from '../../../services.ts'
import { queueInvitedShares } from '../../session/invitedShares.ts'
import { endOtherSignIns, findSession, findSignIn } from '../../session/sessionStore.ts'
import { findUser, findUserByEmail } from '../../session/userStore.ts'
import { confirmEmail, accountExistsEmail, emailChangedEmail } from '../email/emails.ts'
import { recordMailboxProof } from '../signIn/mailboxProof.ts'
import { queueEmailIn } from '../email/sendEmail.job.ts'
import {
  consumeEmailChange,
  deleteMailedKeys,
  findEmailChangeUser,
  insertEmailChange,
  lockUser,
  updateUser,
} from '../store.ts'

/** The lifetime of the link in the email, in milliseconds. */
const confirmMs = 3_600_000

/**
 * Asks the new address for a confirmation. Nothing changes until its link is opened. Only that address learns whether
 * it already has an account.
 * @param email in lower case
 * @returns false when the session has ended concurrently, for example by a new password
 */
export async function requestEmailChange(
  services: Services,
  who: { userId: string; sessionId: string },
  email: string,
): Promise<boolean> {
  const { db, now, config } = services
  const token = createToken('nmc')
  const asked = await db.write(async tx => {
    await lockUser(tx, who.userId)
    const session = await findSession(tx, who.sessionId)
    if (!session) return false
    const taken = await findUserByEmail(tx, email)
    if (taken) {
      await queueEmailIn(tx, services, accountExistsEmail(config, email))
      return true
    }
    await insertEmailChange(tx, {
      token_hash: hashToken(token),
      user_id: who.userId,
      email,
      sign_in_id: findSignIn(session),
      expires_at: now() + confirmMs,
    })
    await queueEmailIn(tx, services, confirmEmail(config, email, token))
    return true
  })
  services.jobs.wake()
  return asked
}

/**
 * Changes the address by the link in the email. The old address is notified; all other sessions end, and so do links
 * that were sent to the old one.
 * @returns 'invalid' for a link that is used, unknown or expired, 'taken' when another account got the address first
 */
export async function confirmNewAddress(
  services: Services,
  token: string,
): Promise<'done' | 'invalid' | 'taken'> {
  const { db, now, config, events } = services
  const at = now()
  try {
    const userId = await db.write(async tx => {
      const ownerId = await findEmailChangeUser(tx, hashToken(token))
      if (ownerId === undefined || !(await lockUser(tx, ownerId))) return null
      const change = await consumeEmailChange(tx, hashToken(token))
      if (!change || change.expires_at <= at) return null
      const before = assertDefined(await findUser(tx, change.user_id), 'user')
      await updateUser(tx, change.user_id, { email: change.email }, at)
      await deleteMailedKeys(tx, change.user_id)
      await endOtherSignIns(tx, change.user_id, change.sign_in_id)
      await recordMailboxProof(tx, services, change.user_id)
      await queueInvitedShares(tx, change.user_id, at)
      await queueEmailIn(tx, services, emailChangedEmail(config, before.email, change.email))
      return change.user_id
    })
    if (!userId) return 'invalid'
    services.jobs.wake()
    events.sessionsEnded()
    events.publish({ ownerId: userId, topics: ['profile', 'shares'], by: null })
    return 'done'
  } catch (error) {
    if (isDuplicate(error)) return 'taken'
    throw error
  }
}
