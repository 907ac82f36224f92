import type { AuthOutput } from '@nestmark/contract/auth/authOperation'
import { listSessions, revokeOtherSessions, revokeSession } from '@nestmark/contract/auth/authSessions'
import { startSessionHandoff } from '@nestmark/contract/auth/authSignIn'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import type { Services } from '../../../services.ts'
import { authError, defineAuthEndpoint, done } from './defineAuthEndpoint.ts'
import { createHandoff } from '../signIn/sessionHandoff.ts'
import {
  endOtherSignIns,
  endSignIn,
  findSession,
  liveSessions,
  findSignIn,
} from '../../session/sessionStore.ts'
import { findPerson } from '../../session/store.ts'

/**
 * Adds our own calls to the library's, and replaces those of the library that need plain session tokens: here the id
 * of the sign-in names a session.
 */
export function authEndpoints(services: Services) {
  const { db, now } = services
  return {
    id: 'nestmark',
    hooks: {
      after: [
        {
          // The page asks who is signed in without needing the token, and a script in it must not get one.
          matcher: ({ path }) => path === '/get-session',
          handler: createAuthMiddleware(async ctx => {
            const response = ctx.context.returned as { session?: { token?: string } } | null
            if (!response?.session) return
            const { token: _token, ...session } = response.session
            return ctx.json({ ...response, session })
          }),
        },
      ],
    },
    endpoints: {
      startSessionHandoff: defineAuthEndpoint(startSessionHandoff, async ({ who }, input) => {
        const { state, code_challenge: codeChallenge, redirect } = input
        const handed = await createHandoff(services, who.sessionId, { state, codeChallenge, redirect })
        if (!handed) throw authError('SIGN_IN_NEEDED', 'Only a sign-in session can be handed off.')
        return { ...handed, has_account: (await findPerson(db.read, who.userId)) !== undefined }
      }),
      listSessions: defineAuthEndpoint(listSessions, async ({ who }) => {
        const own = await findSession(db.read, who.sessionId)
        const signIns = new Map<string, AuthOutput<typeof listSessions>[number]>()
        // The most recently used session comes first and represents its entire sign-in.
        for (const row of await liveSessions(db.read, who.userId, now())) {
          const id = findSignIn(row)
          if (signIns.has(id)) continue
          const current = own !== undefined && findSignIn(own) === id
          signIns.set(id, {
            id,
            current,
            userAgent: row.userAgent ?? '',
            createdAt: row.createdAt,
            lastUsedAt: current ? now() : row.updatedAt,
          })
        }
        return [...signIns.values()]
      }),
      revokeSession: defineAuthEndpoint(revokeSession, async ({ who }, { id }) => {
        await db.write(tx => endSignIn(tx, who.userId, id))
        return done
      }),
      revokeOtherSessions: defineAuthEndpoint(revokeOtherSessions, async ({ who }) => {
        await db.write(async tx => {
          const own = await findSession(tx, who.sessionId)
          if (own) await endOtherSignIns(tx, who.userId, findSignIn(own))
        })
        return done
      }),
    },
  } satisfies BetterAuthPlugin
}
