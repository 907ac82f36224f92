import { assertDefined } from '@nestmark/core/assertDefined'
import type { Tx } from '../../../db/db.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { endAllSessions, endOtherSignIns } from '../../session/sessionStore.ts'
import { findUser, updatePassword } from '../../session/userStore.ts'
import { passwordChangedEmail } from '../email/emails.ts'
import { queueEmailIn } from '../email/sendEmail.job.ts'
import { countKeys, deleteKeys, endOneTimeCodes, lockUser, readPasswordHash } from '../store.ts'

export interface NewPassword {
  userId: string
  /** The hash of the new password. */
  hash: string
  /** The hash that the caller's password matched: if it was changed since, the proof is invalid. */
  oldHash?: string
  /** The sign-in that continues; when absent, all end. */
  keepSignIn?: string
  /** True when the person's API keys are deleted too. */
  deleteApiKeys: boolean
}

/**
 * Sets a password, and in the same transaction ends everything else that opens the account: all other sessions, all
 * open links and one-time codes, and on request the API keys. Queues an email to the person. Every password change
 * uses this function. Afterwards wake the jobs and call `events.sessionsEnded`.
 * @returns false, without a change, when `oldHash` is no longer the stored hash or the account is deleted
 */
export async function writeNewPassword(
  tx: Tx,
  { config, now }: Pick<CommonServices, 'config' | 'now'>,
  { userId, hash, oldHash, keepSignIn, deleteApiKeys }: NewPassword,
): Promise<boolean> {
  if (!(await lockUser(tx, userId))) return false
  const before = await readPasswordHash(tx, userId)
  if (oldHash !== undefined && before !== oldHash) return false
  await updatePassword(tx, userId, hash, now())
  await endOneTimeCodes(tx, userId)
  if (keepSignIn === undefined) await endAllSessions(tx, userId)
  else await endOtherSignIns(tx, userId, keepSignIn)
  const keys = deleteApiKeys ? await deleteKeys(tx, userId) : await countKeys(tx, userId)
  const { email } = assertDefined(await findUser(tx, userId), 'user')
  const emailed = { first: before === undefined, keys, keysDeleted: deleteApiKeys }
  await queueEmailIn(tx, { config, now }, passwordChangedEmail(config, email, emailed))
  return true
}
