import type { ServicesWith } from '../../../services.ts'
import { findSession, findSignIn } from '../../session/sessionStore.ts'
import { writeNewPassword } from './newPassword.ts'
import { readPasswordHash } from '../store.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFolder } from '../../../folders.ts'

/** Why a password is not changed. `none`: the account has no password yet. */
export type PasswordProblem = NewPasswordProblem | 'none' | 'wrong'
type NewPasswordProblem = 'tooShort' | 'tooLong' | 'tooCommon'

/** Returns what is wrong with a new password, or null. Stored passwords are not checked. */
export function findPasswordProblem(password: string): NewPasswordProblem | null {
  if (password.length < 8) return 'tooShort'
  if (password.length > 128) return 'tooLong'
  return isCommonPassword(password) ? 'tooCommon' : null
}

/**
 * Changes a person's password, and ends their other sessions, links and one-time codes. Run it as a
 * `passwordCaller`.
 * @param input.endThisSession true when the caller's own session ends too
 * @returns the hash of the new password, or why nothing was changed
 */
export async function changeOwnPassword(
  services: ServicesWith<'passwords'>,
  who: { userId: string; sessionId: string },
  input: { currentPassword: string; newPassword: string; deleteApiKeys?: boolean; endThisSession: boolean },
): Promise<{ hash: string } | PasswordProblem> {
  const { db, jobs, events, passwords } = services
  const { currentPassword, newPassword, deleteApiKeys = false, endThisSession } = input
  const { userId } = who
  const problem = findPasswordProblem(newPassword)
  if (problem) return problem
  const oldHash = await readPasswordHash(db.read, userId)
  if (oldHash === undefined) return 'none'
  if (!(await passwords.verify(oldHash, currentPassword))) return 'wrong'
  const hash = await passwords.hash(newPassword)
  const done = await db.write(async tx => {
    const change = { userId, hash, oldHash, deleteApiKeys }
    if (endThisSession) return writeNewPassword(tx, services, change)
    const own = await findSession(tx, who.sessionId)
    return own !== undefined && writeNewPassword(tx, services, { ...change, keepSignIn: findSignIn(own) })
  })
  if (!done) return 'wrong'
  jobs.wake()
  events.sessionsEnded()
  return { hash }
}

let common: ReadonlySet<string> | null = null

/**
 * Returns true for one of the 10,000 most common passwords, ignoring case. The file has those of 8 characters and more,
 * because shorter passwords are refused anyway, from the list `passwords` of zxcvbn-ts 4.1.3 (MIT licence).
 */
function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(join(serverFolder, 'src/features/accounts/passwords/commonPasswords.txt'), 'utf8').split(
      '\n',
    ),
  )
  return common.has(password.normalize('NFKC').toLowerCase())
}
