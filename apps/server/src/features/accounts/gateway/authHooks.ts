import type { BetterAuthOptions } from 'better-auth'
import type { Tx } from '../../../db/db.ts'
import { idleMs } from '../../../access/session.ts'
import { createToken } from '../../../access/tokens.ts'
import type { Services } from '../../../services.ts'
import { endSession, endSignIn, deleteExpiredSessions } from '../../session/sessionStore.ts'
import { addressHeader } from './authMessages.ts'
import { wrongPassword } from './defineAuthEndpoint.ts'
import { passwordCaller } from '../passwords/passwordCaller.ts'
import { lockUser, readPasswordHash } from '../store.ts'

/** Returns what the sign-in library does before and after its writes. */
export function databaseHooks({ db, now, events }: Services) {
  return {
    account: {
      create: { before: async account => ({ data: withoutTokens(account) }) },
      update: { before: async account => ({ data: withoutTokens(account) }) },
    },
    user: {
      update: {
        after: async user => events.publish({ ownerId: user.id, topics: ['profile'], by: null }),
      },
    },
    session: {
      create: {
        before: async (_session, context) => {
          const at = new Date(now())
          return {
            data: {
              token: createToken('nms'),
              ipAddress: context?.headers?.get(addressHeader) ?? '',
              // Uses the same clock as all other session checks.
              createdAt: at,
              updatedAt: at,
              expiresAt: new Date(at.getTime() + idleMs),
            },
          }
        },
        after: async session => {
          if (!(await db.write(tx => keepSignIn(tx, session, now())))) throw wrongPassword()
        },
      },
      delete: {
        // Expiry leaves the sessions handed off from this one; ending it ends them too.
        after: async session => {
          if (session.expiresAt.getTime() > now())
            await db.write(tx => endSignIn(tx, session.userId, session.id))
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}

/**
 * Checks the conditions of a new session again, because hashing takes time: a password that was changed
 * concurrently has ended all other sessions, and must not open a new one.
 */
async function keepSignIn(tx: Tx, session: { id: string; userId: string }, now: number): Promise<boolean> {
  const proof = passwordCaller()?.proof
  if (proof !== undefined) await lockUser(tx, session.userId)
  await deleteExpiredSessions(tx, session.userId, now)
  if (proof === undefined) return true
  if ((await readPasswordHash(tx, session.userId)) === proof) return true
  await endSession(tx, session.id)
  return false
}

// A provider's tokens are for calling its API, which is never done: tokens that are not stored cannot leak.
function withoutTokens<T extends object>(account: T): T {
  return { ...account, accessToken: null, refreshToken: null, idToken: null }
}
