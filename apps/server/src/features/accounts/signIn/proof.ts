import type { Tx } from '../../../db/db.ts'
import type { Services } from '../../../services.ts'
import { findSession } from '../../session/sessionStore.ts'
import { lockUser, readPasswordHash } from '../store.ts'

/** The maximum age of a sign-in for sensitive actions, which a borrowed browser must not do, in milliseconds. */
const freshMs = 10 * 60_000

export type Proof = 'given' | 'wrong' | 'needed'

/**
 * Checks that an irreversible action is requested by the person: by a recent sign-in, or by the password.
 * @param password of the request, if any
 * @returns 'wrong' for a password that does not match, 'needed' when the sign-in is too old
 */
export async function checkProof(
  { db, now, passwords }: Pick<Services, 'db' | 'now' | 'passwords'>,
  who: { userId: string; sessionId: string },
  password?: string,
): Promise<Proof> {
  if (password) {
    const hash = await readPasswordHash(db.read, who.userId)
    return hash && (await passwords.verify(hash, password)) ? 'given' : 'wrong'
  }
  const session = await findSession(db.read, who.sessionId)
  // A handed-off session is as old as its sign-in. A clock that was set back makes no session recent.
  const age = session ? Math.abs(now() - session.createdAt) : Infinity
  return age <= freshMs ? 'given' : 'needed'
}

/**
 * Returns whether the session of a proof still exists, and locks the account until the transaction ends. Checking a
 * password takes time, and a new password that is set in that time has ended the session.
 */
export async function isProofValid(tx: Tx, who: { userId: string; sessionId: string }): Promise<boolean> {
  return (await lockUser(tx, who.userId)) && (await findSession(tx, who.sessionId)) !== undefined
}
