import type { Tx } from '../../db/db.ts'
import type { Services } from '../../services.ts'
import { endAllSessions, endOtherSignIns } from '../session/sessionStore.ts'
import { findUser, updatePassword } from '../session/userStore.ts'
import { passwordChangedEmail } from './emails.ts'
import { queueEmailIn } from './sendEmail.job.ts'
import { countKeys, deleteKeys, endOneTimeCodes, lockUser, readPasswordHash } from './store.ts'

export interface NewPassword {
  userId: string
  /** The hash of the new password. */
  hash: string
  /** The hash by which the caller proved who they are: a password that was changed since proves nothing. */
  was?: string
  /** The sign-in that goes on; without it all of them end. */
  keepSignIn?: string
  /** Whether the person's API keys are deleted too. */
  deleteApiKeys: boolean
}

/**
 * Sets a password, and ends in the same transaction whatever else opens the account: every other session, every open link
 * and one-time code, and the API keys where the person wants that. The person is told by mail. Every way to a new
 * password goes through here. Afterwards wake the jobs and call `events.sessionsEnded`.
 * @returns false when `was` is not the password any more, or the account is gone; then nothing has changed
 */
export async function writeNewPassword(
  tx: Tx,
  { config, now }: Pick<Services, 'config' | 'now'>,
  { userId, hash, was, keepSignIn, deleteApiKeys }: NewPassword,
): Promise<boolean> {
  if (!(await lockUser(tx, userId))) return false
  const before = await readPasswordHash(tx, userId)
  if (was !== undefined && before !== was) return false
  await updatePassword(tx, userId, hash, now())
  await endOneTimeCodes(tx, userId)
  if (keepSignIn === undefined) await endAllSessions(tx, userId)
  else await endOtherSignIns(tx, userId, keepSignIn)
  const keys = deleteApiKeys ? await deleteKeys(tx, userId) : await countKeys(tx, userId)
  const { email } = (await findUser(tx, userId))!
  const told = { first: before === undefined, keys, keysDeleted: deleteApiKeys }
  await queueEmailIn(tx, { config, now }, passwordChangedEmail(config, email, told))
  return true
}
