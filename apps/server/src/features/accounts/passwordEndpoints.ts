import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod/mini'
import type { Services } from '../../services.ts'
import { markVerified } from '../session/userStore.ts'
import { noteMailboxProof, sendSignInLink } from './mailboxProof.ts'
import { writeNewPassword } from './newPassword.ts'
import { passwordCaller } from './passwordCaller.ts'
import { readPasswordHash, takeMailedKey } from './store.ts'

const text = (most: number) => z.string().check(z.maxLength(most))
const newPassword = z.string()
const deleteApiKeys = z.optional(z.boolean())
const spent = () => new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'This link is spent.' })
const wrong = () =>
  new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'This is not the current password.' })

/**
 * Defines the calls that set a password. The library's own calls leave other links open, and use up a link before the
 * password is set.
 */
export function passwordEndpoints(services: Services) {
  const { db, jobs, passwords } = services

  return {
    id: 'nestmark-passwords',
    endpoints: {
      checkResetLink: createAuthEndpoint(
        '/check-reset-link',
        { method: 'POST', body: z.object({ token: text(200) }) },
        async ctx => {
          const link = await ctx.context.internalAdapter.findVerificationValue(
            `reset-password:${ctx.body.token}`,
          )
          if (!link || link.expiresAt.getTime() <= Date.now()) throw spent()
          return ctx.json({ status: true })
        },
      ),
      resetPassword: createAuthEndpoint(
        '/reset-password',
        { method: 'POST', body: z.object({ token: text(200), newPassword, deleteApiKeys }) },
        async ctx => {
          const { token } = ctx.body
          checkLength(ctx.body.newPassword)
          const { internalAdapter } = ctx.context
          // The link is used up only together with the new password: a user refused by a busy server can try again.
          const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
          if (!link || link.expiresAt.getTime() <= Date.now()) throw spent()
          const hash = await passwords.hash(ctx.body.newPassword)
          const done = await db.write(async tx => {
            const userId = await takeMailedKey(tx, link.id)
            if (userId === undefined) return false
            const wish = { userId, hash, deleteApiKeys: ctx.body.deleteApiKeys === true }
            if (!(await writeNewPassword(tx, services, wish))) return false
            // The link was sent by email, which proves the address.
            await markVerified(tx, userId)
            await noteMailboxProof(tx, services, userId)
            return true
          })
          if (!done) throw spent()
          jobs.wake()
          return ctx.json({ status: true })
        },
      ),
      changePassword: createAuthEndpoint(
        '/change-password',
        {
          method: 'POST',
          use: [sessionMiddleware],
          body: z.object({ currentPassword: text(1000), newPassword, deleteApiKeys }),
        },
        async ctx => {
          const { user } = ctx.context.session
          checkLength(ctx.body.newPassword)
          const was = await readPasswordHash(db.read, user.id)
          if (was === undefined)
            throw new APIError('BAD_REQUEST', {
              code: 'CREDENTIAL_ACCOUNT_NOT_FOUND',
              message: 'This account has no password yet. Ask for a reset link to choose one.',
            })
          if (!(await passwords.verify(was, ctx.body.currentPassword))) throw wrong()
          const hash = await passwords.hash(ctx.body.newPassword)
          const wish = { userId: user.id, hash, was, deleteApiKeys: ctx.body.deleteApiKeys === true }
          // Every session ends, this one too, and a new one is created: a stolen token of it becomes useless.
          if (!(await db.write(tx => writeNewPassword(tx, services, wish)))) throw wrong()
          jobs.wake()
          const caller = passwordCaller()
          if (caller) caller.proof = hash
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ status: true, token: session.token })
        },
      ),
      requestSignInLink: createAuthEndpoint(
        '/request-sign-in-link',
        { method: 'POST', body: z.object({ email: z.email() }) },
        async ctx => {
          await sendSignInLink(services, ctx.body.email)
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

/** @throws APIError with the library's message for a password that is too short or too long */
function checkLength(password: string): void {
  if (password.length < 8)
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_SHORT', message: 'Password too short' })
  if (password.length > 128)
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_LONG', message: 'Password too long' })
}
