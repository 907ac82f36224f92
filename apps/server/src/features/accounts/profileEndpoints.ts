import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import * as z from 'zod/mini'
import type { Services } from '../../services.ts'
import { askNewAddress, confirmNewAddress } from './changeEmail.ts'
import { closeAccount } from './closeAccount.ts'
import { type ProfileFault, removeImage, renamePerson, usernameState } from './profile.ts'
import { checkProof } from './proof.ts'
import { countKeys, readPasswordHash } from './store.ts'

const text = (most: number) => z.string().check(z.maxLength(most))

const problems = {
  nameRequired: ['BAD_REQUEST', 'INVALID_NAME', 'A name has 1 to 100 characters.'],
  nameTooLong: ['BAD_REQUEST', 'INVALID_NAME', 'A name has 1 to 100 characters.'],
  usernameInvalid: ['BAD_REQUEST', 'INVALID_USERNAME', 'A username has 4 to 30 letters and digits.'],
  usernameTaken: ['CONFLICT', 'USERNAME_TAKEN', 'This username is taken already.'],
} as const satisfies Record<ProfileFault, readonly [string, string, string]>

/** Defines the calls of the account page: name, username, image, address, and account deletion. */
export function profileEndpoints(services: Services) {
  const { db, events } = services
  const changed = (ownerId: string) => events.announce({ ownerId, topics: ['profile', 'shares'], by: null })

  return {
    id: 'nestmark-profile',
    endpoints: {
      profileState: createAuthEndpoint(
        '/profile-state',
        { method: 'GET', use: [sessionMiddleware] },
        async ctx => {
          const { session, user } = ctx.context.session
          const proof = await checkProof(services, { userId: user.id, sessionId: session.id })
          return ctx.json({
            has_password: (await readPasswordHash(db.read, user.id)) !== undefined,
            fresh: proof === 'given',
            api_keys: await countKeys(db.read, user.id),
          })
        },
      ),
      checkUsername: createAuthEndpoint(
        '/check-username',
        { method: 'POST', use: [sessionMiddleware], body: z.object({ username: text(200) }) },
        async ctx => {
          const state = await usernameState(services, ctx.context.session.user.id, ctx.body.username)
          return ctx.json({ state })
        },
      ),
      updateProfile: createAuthEndpoint(
        '/update-profile',
        {
          method: 'POST',
          use: [sessionMiddleware],
          body: z.object({ name: z.optional(text(200)), username: z.optional(text(200)) }),
        },
        async ctx => {
          const { id } = ctx.context.session.user
          const problem = await renamePerson(services, id, ctx.body)
          if (problem) {
            const [status, code, message] = problems[problem]
            throw new APIError(status, { code, message })
          }
          changed(id)
          return ctx.json({ status: true })
        },
      ),
      removeProfileImage: createAuthEndpoint(
        '/remove-profile-image',
        { method: 'POST', use: [sessionMiddleware] },
        async ctx => {
          const { id } = ctx.context.session.user
          await removeImage(services, id)
          changed(id)
          return ctx.json({ status: true })
        },
      ),
      changeEmail: createAuthEndpoint(
        '/change-email',
        {
          method: 'POST',
          use: [sessionMiddleware],
          body: z.object({ email: z.email(), password: z.optional(text(1000)) }),
        },
        async ctx => {
          const { session, user } = ctx.context.session
          const who = { userId: user.id, sessionId: session.id }
          const { email, password } = ctx.body
          if (email === user.email)
            throw new APIError('BAD_REQUEST', {
              code: 'SAME_EMAIL',
              message: 'The account already has this address.',
            })
          demand(await checkProof(services, who, password))
          if (!(await askNewAddress(services, who, email)))
            throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'Unauthorized' })
          return ctx.json({ status: true })
        },
      ),
      // Works without a session: the email may be opened on another device.
      confirmEmail: createAuthEndpoint(
        '/confirm-email',
        { method: 'POST', body: z.object({ token: text(200) }) },
        async ctx => {
          const end = await confirmNewAddress(services, ctx.body.token)
          if (end === 'invalid')
            throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'This link is spent.' })
          if (end === 'taken')
            throw new APIError('CONFLICT', {
              code: 'EMAIL_TAKEN',
              message: 'Another account has this address.',
            })
          return ctx.json({ status: true })
        },
      ),
      deleteAccount: createAuthEndpoint(
        '/delete-account',
        {
          method: 'POST',
          use: [sessionMiddleware],
          body: z.object({ password: z.optional(text(1000)) }),
        },
        async ctx => {
          const { session, user } = ctx.context.session
          demand(await checkProof(services, { userId: user.id, sessionId: session.id }, ctx.body.password))
          await closeAccount(services, user.id)
          deleteSessionCookie(ctx)
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

/** @throws APIError without a valid proof */
export function demand(proof: Awaited<ReturnType<typeof checkProof>>): void {
  if (proof === 'wrong')
    throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })
  if (proof === 'needed')
    throw new APIError('FORBIDDEN', {
      code: 'PROOF_NEEDED',
      message: 'This sign-in is too old for that. Send the password, or log in again.',
    })
}
