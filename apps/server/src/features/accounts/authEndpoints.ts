import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, createAuthMiddleware, sessionMiddleware } from 'better-auth/api'
import * as z from 'zod/mini'
import type { Services } from '../../services.ts'
import { createHandoff } from './sessionHandoff.ts'
import { endOtherSignIns, endSignIn, findSession, liveSessions, findSignIn } from '../session/sessionStore.ts'
import { findPerson } from '../session/store.ts'

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
      handOver: createAuthEndpoint(
        '/hand-over',
        {
          method: 'POST',
          use: [sessionMiddleware],
          body: z.object({
            client: z.optional(z.literal('app')),
            state: z.string().check(z.minLength(16), z.maxLength(200)),
            code_challenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
            redirect: z.optional(z.string()),
          }),
        },
        async ctx => {
          const { state, code_challenge: codeChallenge, redirect } = ctx.body
          const handed = await createHandoff(services, ctx.context.session.session.id, {
            state,
            codeChallenge,
            redirect,
          })
          if (!handed)
            throw new APIError('FORBIDDEN', {
              code: 'SIGN_IN_NEEDED',
              message: 'Only a sign-in session can be handed off.',
            })
          const person = await findPerson(db.read, ctx.context.session.user.id)
          return ctx.json({ ...handed, has_account: person !== undefined })
        },
      ),
      listSessions: createAuthEndpoint(
        '/list-sessions',
        { method: 'GET', use: [sessionMiddleware] },
        async ctx => {
          const { session, user } = ctx.context.session
          const own = await findSession(db.read, session.id)
          const signIns = new Map<string, object>()
          // The most recently used session comes first and represents its whole sign-in.
          for (const row of await liveSessions(db.read, user.id, now())) {
            const id = findSignIn(row)
            if (signIns.has(id)) continue
            signIns.set(id, {
              id,
              current: own !== undefined && findSignIn(own) === id,
              userAgent: row.userAgent ?? '',
              createdAt: row.createdAt,
              lastUsedAt: row.updatedAt,
            })
          }
          return ctx.json([...signIns.values()])
        },
      ),
      revokeSession: createAuthEndpoint(
        '/revoke-session',
        {
          method: 'POST',
          use: [sessionMiddleware],
          body: z.object({ id: z.string().check(z.maxLength(64)) }),
        },
        async ctx => {
          await db.write(tx => endSignIn(tx, ctx.context.session.user.id, ctx.body.id))
          return ctx.json({ status: true })
        },
      ),
      revokeOtherSessions: createAuthEndpoint(
        '/revoke-other-sessions',
        { method: 'POST', use: [sessionMiddleware] },
        async ctx => {
          const { session, user } = ctx.context.session
          await db.write(async tx => {
            const own = await findSession(tx, session.id)
            if (own) await endOtherSignIns(tx, user.id, findSignIn(own))
          })
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}
