import type { AuthOutput } from '@nestmark/contract/auth/authOperation'
import type { signInEmail } from '@nestmark/contract/auth/authSignIn'
import * as contract from '@nestmark/contract/auth/authTwoFactor'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import type { Services } from '../../../services.ts'
import { authError, defineAuthEndpoint, done, wrongPassword } from '../gateway/defineAuthEndpoint.ts'
import { passwordCaller } from '../passwords/passwordCaller.ts'
import { requireProof, writeWithProof } from '../profile/profileEndpoints.ts'
import { checkProof } from '../signIn/proof.ts'
import { lockUser, readPasswordHash } from '../store.ts'
import { createTwoFactorSecret, confirmTwoFactor, verifyChallenge, twoFactorState } from './twoFactor.ts'
import { deleteTwoFactor, findTwoFactor, insertChallenge, renewCodes } from './twoFactorStore.ts'

const wrongCode = () => authError('INVALID_CODE', 'This code is not right.')

/**
 * Defines the calls of the second factor, and the hook that stops a sign-in between the correct password and the
 * session.
 */
export function twoFactorEndpoints(services: Services) {
  const { db, now } = services

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
            if (!challenge) throw wrongPassword()
            return ctx.json({ two_factor: true, challenge } satisfies AuthOutput<typeof signInEmail>)
          }),
        },
      ],
    },
    endpoints: {
      twoFactorState: defineAuthEndpoint(contract.twoFactorState, ({ who }) =>
        twoFactorState(services, who.userId),
      ),
      createTwoFactorSecret: defineAuthEndpoint(
        contract.createTwoFactorSecret,
        async ({ who, user }, { password }) => {
          requireProof(await checkProof(services, who, password))
          const made = await writeWithProof(db, who, tx => createTwoFactorSecret(tx, services, user))
          if (!made) throw authError('TWO_FACTOR_ON', 'Two-factor authentication is already enabled.')
          return made
        },
      ),
      confirmTwoFactor: defineAuthEndpoint(contract.confirmTwoFactor, async ({ who }, { code }) => {
        const codes = await confirmTwoFactor(services, who.userId, code)
        if (!codes) throw wrongCode()
        return { codes }
      }),
      renewRecoveryCodes: defineAuthEndpoint(contract.renewRecoveryCodes, async ({ who }, { password }) => {
        requireProof(await checkProof(services, who, password))
        if (!(await twoFactorState(services, who.userId)).enabled)
          throw authError('TWO_FACTOR_OFF', 'Two-factor authentication is not enabled.')
        return { codes: await writeWithProof(db, who, tx => renewCodes(tx, who.userId)) }
      }),
      disableTwoFactor: defineAuthEndpoint(contract.disableTwoFactor, async ({ who }, { password }) => {
        requireProof(await checkProof(services, who, password))
        await writeWithProof(db, who, tx => deleteTwoFactor(tx, who.userId))
        return done
      }),
      verifyTwoFactor: defineAuthEndpoint(
        contract.verifyTwoFactor,
        async ({ library }, { challenge, code }) => {
          const passed = await verifyChallenge(services, challenge, code)
          if (passed === 'wrong') throw wrongCode()
          if (typeof passed === 'number')
            throw authError('TOO_MANY_REQUESTS', 'That was too many tries.', {
              'retry-after': String(passed),
            })
          const { internalAdapter } = library.context
          const user = passed === 'again' ? null : await internalAdapter.findUserById(passed.userId)
          if (!user)
            throw authError(
              'CHALLENGE_OVER',
              'This took too long or too many tries. Give the password again.',
            )
          const caller = passwordCaller()
          if (caller && passed !== 'again') caller.proof = passed.proof
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(library, { session, user })
          return done
        },
      ),
    },
  } satisfies BetterAuthPlugin
}
