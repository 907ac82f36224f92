import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, createAuthMiddleware, sessionMiddleware } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod/mini'
import type { Services } from '../../services.ts'
import { passwordCaller } from './passwordCaller.ts'
import { demand } from './profileEndpoints.ts'
import { checkProof } from './proof.ts'
import { lockUser, readPasswordHash } from './store.ts'
import { beginTwoFactor, confirmTwoFactor, passChallenge, twoFactorState } from './twoFactor.ts'
import { deleteTwoFactor, findTwoFactor, insertChallenge, renewCodes } from './twoFactorStore.ts'

const text = (most: number) => z.string().check(z.maxLength(most))
const proof = z.object({ password: z.optional(text(1000)) })
const withProof = { method: 'POST' as const, use: [sessionMiddleware], body: proof }
interface Proving<User> {
  context: { session: { session: { id: string }; user: User } }
  body: { password?: string | undefined }
}
const wrongCode = () =>
  new APIError('BAD_REQUEST', { code: 'INVALID_CODE', message: 'This code is not right.' })

/**
 * Defines the calls of the second factor, and the hook that stops a sign-in between the correct password and the
 * session.
 */
export function twoFactorEndpoints(services: Services) {
  const { db, now } = services

  /**
   * Returns the session's person after checking the proof of identity.
   * @throws APIError when the proof is missing or wrong
   */
  async function requireProof<User extends { id: string }>({ context, body }: Proving<User>): Promise<User> {
    const { session, user } = context.session
    demand(await checkProof(services, { userId: user.id, sessionId: session.id }, body.password))
    return user
  }

  return {
    id: 'nestmark-two-factor',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ctx => {
            const made = ctx.context.newSession
            if (!made || !(await findTwoFactor(db.read, made.user.id))?.confirmed_at) return
            // The library has already created the session, but it was not sent to the browser.
            deleteSessionCookie(ctx, true)
            await ctx.context.internalAdapter.deleteSession(made.session.token)
            ctx.context.setNewSession(null)
            const challenge = await db.write(async tx => {
              // A password that was changed during the check opens nothing.
              if (!(await lockUser(tx, made.user.id))) return null
              if ((await readPasswordHash(tx, made.user.id)) !== passwordCaller()?.proof) return null
              return insertChallenge(tx, made.user.id, now())
            })
            if (!challenge)
              throw new APIError('UNAUTHORIZED', {
                code: 'INVALID_EMAIL_OR_PASSWORD',
                message: 'Invalid email or password',
              })
            return ctx.json({ two_factor: true, challenge })
          }),
        },
      ],
    },
    endpoints: {
      twoFactorState: createAuthEndpoint(
        '/two-factor',
        { method: 'GET', use: [sessionMiddleware] },
        async ctx => ctx.json(await twoFactorState(services, ctx.context.session.user.id)),
      ),
      beginTwoFactor: createAuthEndpoint('/two-factor/begin', withProof, async ctx => {
        const user = await requireProof(ctx)
        const made = await beginTwoFactor(services, user)
        if (!made)
          throw new APIError('CONFLICT', {
            code: 'TWO_FACTOR_ON',
            message: 'Two-factor authentication is already enabled.',
          })
        return ctx.json(made)
      }),
      confirmTwoFactor: createAuthEndpoint(
        '/two-factor/confirm',
        { method: 'POST', use: [sessionMiddleware], body: z.object({ code: text(100) }) },
        async ctx => {
          const codes = await confirmTwoFactor(services, ctx.context.session.user.id, ctx.body.code)
          if (!codes) throw wrongCode()
          return ctx.json({ codes })
        },
      ),
      renewRecoveryCodes: createAuthEndpoint('/two-factor/codes', withProof, async ctx => {
        const user = await requireProof(ctx)
        if (!(await twoFactorState(services, user.id)).enabled)
          throw new APIError('CONFLICT', {
            code: 'TWO_FACTOR_OFF',
            message: 'Two-factor authentication is not enabled.',
          })
        return ctx.json({ codes: await db.write(tx => renewCodes(tx, user.id)) })
      }),
      endTwoFactor: createAuthEndpoint('/two-factor/off', withProof, async ctx => {
        const user = await requireProof(ctx)
        await db.write(tx => deleteTwoFactor(tx, user.id))
        return ctx.json({ status: true })
      }),
      passTwoFactor: createAuthEndpoint(
        '/two-factor/verify',
        { method: 'POST', body: z.object({ challenge: text(200), code: text(100) }) },
        async ctx => {
          const passed = await passChallenge(services, ctx.body.challenge, ctx.body.code)
          if (passed === 'wrong') throw wrongCode()
          if (typeof passed === 'number')
            throw new APIError(
              'TOO_MANY_REQUESTS',
              { code: 'TOO_MANY_REQUESTS', message: 'That was too many tries.' },
              { 'retry-after': String(passed) },
            )
          const user =
            passed === 'again' ? null : await ctx.context.internalAdapter.findUserById(passed.userId)
          if (!user)
            throw new APIError('UNAUTHORIZED', {
              code: 'CHALLENGE_OVER',
              message: 'This took too long or too many tries. Give the password again.',
            })
          const caller = passwordCaller()
          if (caller && passed !== 'again') caller.proof = passed.proof
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}
