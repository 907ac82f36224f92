import * as z from 'zod/mini'
import { authOperation } from './authOperation.ts'
import { accountUser } from './authShapes.ts'
import { time } from '../shapes.ts'

/** A sign-in of one browser, with the sessions that were handed off from it. */
const accountSession = z.object({
  id: z.string(),
  /** True for the sign-in of this call. */
  current: z.boolean(),
  userAgent: z.string(),
  createdAt: time,
  lastUsedAt: time,
})

export const getSession = authOperation({
  path: '/get-session',
  method: 'GET',
  access: 'anyone',
  summary: 'Returns the session and its user, without the token; null without a session.',
  output: z.nullable(
    z.object({
      session: z.object({
        id: z.string(),
        userId: z.string(),
        ipAddress: z.nullish(z.string()),
        userAgent: z.nullish(z.string()),
        createdAt: z.iso.datetime(),
        updatedAt: z.iso.datetime(),
        expiresAt: z.iso.datetime(),
      }),
      user: accountUser,
    }),
  ),
})

export const signOut = authOperation({
  path: '/sign-out',
  access: 'anyone',
  summary: 'Ends the session, and the sessions that were handed off from it.',
  output: z.object({ success: z.literal(true) }),
})

export const listSessions = authOperation({
  path: '/list-sessions',
  method: 'GET',
  access: 'account',
  summary: 'Returns where the person is signed in, the most recently used first.',
  output: z.array(accountSession),
})

export const revokeSession = authOperation({
  path: '/revoke-session',
  access: 'account',
  summary: 'Ends one sign-in of the person by its ID.',
  input: z.object({ id: z.string().check(z.maxLength(64)) }),
})

export const revokeOtherSessions = authOperation({
  path: '/revoke-other-sessions',
  access: 'account',
  summary: 'Ends every sign-in of the person but this one.',
})

export const revokeSessions = authOperation({
  path: '/revoke-sessions',
  access: 'account',
  summary: 'Ends every sign-in of the person, this one too.',
})
