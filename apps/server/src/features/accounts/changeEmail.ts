import { isDuplicate } from '../../db/dialect.ts'
import { newToken, tokenHash } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { endOtherSignIns, findSession, signInOf } from '../session/sessionStore.ts'
import { findUser, findUserByEmail } from '../session/userStore.ts'
import { confirmLetter, existsLetter, movedLetter } from './letters.ts'
import { leaveLetter } from './sendLetter.job.ts'
import { forgetMailedKeys, insertEmailChange, takeEmailChange, updateUser } from './store.ts'

/** How long the link in the mail works. */
const confirmMs = 3_600_000

/**
 * Asks the new address whether it is the person's. Nothing changes until its link is opened. Whether somebody else has
 * an account there is told to that address alone.
 * @param email in small letters
 */
export async function askNewAddress(
  services: Services,
  who: { userId: string; sessionId: string },
  email: string,
): Promise<void> {
  const { db, now, config } = services
  const token = newToken('nmc')
  await db.write(async tx => {
    const session = await findSession(tx, who.sessionId)
    const taken = await findUserByEmail(tx, email)
    if (taken) return leaveLetter(tx, services, existsLetter(config, email))
    await insertEmailChange(tx, {
      token_hash: tokenHash(token),
      user_id: who.userId,
      email,
      sign_in_id: session ? signInOf(session) : who.sessionId,
      expires_at: now() + confirmMs,
    })
    await leaveLetter(tx, services, confirmLetter(config, email, token))
  })
  services.jobs.wake()
}

/**
 * Changes the address by the link in the mail. The old address is told; all other sessions end, and so do links that
 * went to the old one.
 * @returns 'invalid' for a link that is spent, unknown or too old, 'taken' when somebody else was quicker
 */
export async function confirmNewAddress(
  services: Services,
  token: string,
): Promise<'done' | 'invalid' | 'taken'> {
  const { db, now, config, events } = services
  const at = now()
  try {
    const userId = await db.write(async tx => {
      const change = await takeEmailChange(tx, tokenHash(token))
      if (!change || change.expires_at <= at) return null
      const before = (await findUser(tx, change.user_id))!
      await updateUser(tx, change.user_id, { email: change.email }, at)
      await forgetMailedKeys(tx, change.user_id)
      await endOtherSignIns(tx, change.user_id, change.sign_in_id)
      await leaveLetter(tx, services, movedLetter(config, before.email, change.email))
      return change.user_id
    })
    if (!userId) return 'invalid'
    services.jobs.wake()
    events.sessionsEnded()
    events.announce({ ownerId: userId, topics: ['profile', 'shares'], by: null })
    return 'done'
  } catch (error) {
    if (isDuplicate(error)) return 'taken'
    throw error
  }
}
