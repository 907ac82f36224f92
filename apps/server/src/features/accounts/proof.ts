import type { Services } from '../../services.ts'
import { findSession } from '../session/sessionStore.ts'
import { readPasswordHash } from './store.ts'

/** How old the sign-in may be behind a deed that a borrowed browser must not do. */
const freshMs = 10 * 60_000

/**
 * Whether a deed that cannot be taken back is really the person's: they signed in a moment ago, or give the password.
 * @param password as it came along, if any did
 * @returns 'wrong' for a password that is not theirs, 'needed' when the sign-in is too old by itself
 */
export async function checkProof(
  { db, now, passwords }: Pick<Services, 'db' | 'now' | 'passwords'>,
  who: { userId: string; sessionId: string },
  password?: string,
): Promise<'given' | 'wrong' | 'needed'> {
  if (password) {
    const kept = await readPasswordHash(db.read, who.userId)
    return kept && (await passwords.verify(kept, password)) ? 'given' : 'wrong'
  }
  const session = await findSession(db.read, who.sessionId)
  // A session that was handed over is as old as the sign-in it came from. A clock that was set back makes nothing fresh.
  const age = session ? Math.abs(now() - session.createdAt) : Infinity
  return age <= freshMs ? 'given' : 'needed'
}
