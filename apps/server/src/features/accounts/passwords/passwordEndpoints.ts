import type { AuthErrorCode } from '@nestmark/contract/auth/authErrors'
import * as contract from '@nestmark/contract/auth/authPasswords'
import { requestSignInLink, signUpEmail } from '@nestmark/contract/auth/authSignIn'
import { errorTexts } from '@nestmark/texts/errors'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { Services } from '../../../services.ts'
import { queueInvitedShares } from '../../session/invitedShares.ts'
import { markVerified } from '../../session/userStore.ts'
import { changeOwnPassword, type PasswordProblem, findPasswordProblem } from './changeOwnPassword.ts'
import { authError, defineAuthEndpoint, done, type LibraryCall } from '../gateway/defineAuthEndpoint.ts'
import { recordMailboxProof, sendSignInLink } from '../signIn/mailboxProof.ts'
import { writeNewPassword } from './newPassword.ts'
import { passwordCaller } from './passwordCaller.ts'
import { consumeEmailedKey, lockUser } from '../store.ts'

const spent = () => authError('INVALID_TOKEN', 'This link is spent.')
const problems: Record<PasswordProblem, readonly [AuthErrorCode, string]> = {
  tooShort: ['PASSWORD_TOO_SHORT', 'Password too short'],
  tooLong: ['PASSWORD_TOO_LONG', 'Password too long'],
  tooCommon: ['PASSWORD_TOO_COMMON', errorTexts['profile.passwordCommon']],
  none: [
    'CREDENTIAL_ACCOUNT_NOT_FOUND',
    'This account has no password yet. Ask for a reset link to choose one.',
  ],
  wrong: ['INVALID_PASSWORD', 'This is not the current password.'],
}

/**
 * Defines the calls that set a password. The library's own calls leave other links open, and use up a link before the
 * password is set.
 */
export function passwordEndpoints(services: Services) {
  const { db, jobs, now, passwords } = services

  return {
    id: 'nestmark-passwords',
    hooks: {
      before: [
        {
          // The library itself checks only the length.
          matcher: ({ path }) => path === signUpEmail.path,
          handler: createAuthMiddleware(async ({ body }) => {
            const problem = typeof body?.password === 'string' ? findPasswordProblem(body.password) : null
            if (problem) throw authError(...problems[problem])
          }),
        },
      ],
    },
    endpoints: {
      checkResetLink: defineAuthEndpoint(contract.checkResetLink, async ({ library }, { token }) => {
        await findResetLink(library, token)
        return done
      }),
      resetPassword: defineAuthEndpoint(contract.resetPassword, async ({ library }, input) => {
        const { token, newPassword, deleteApiKeys = false } = input
        const problem = findPasswordProblem(newPassword)
        if (problem) throw authError(...problems[problem])
        // The link is used up only together with the new password: a user refused by a busy server can try again.
        const link = await findResetLink(library, token)
        const hash = await passwords.hash(newPassword)
        const isSet = await db.write(async tx => {
          if (!(await lockUser(tx, link.userId))) return false
          const userId = await consumeEmailedKey(tx, link.id)
          if (userId === undefined) return false
          if (!(await writeNewPassword(tx, services, { userId, hash, deleteApiKeys }))) return false
          // The link was sent by email, which proves the address.
          await markVerified(tx, userId)
          await queueInvitedShares(tx, userId, now())
          await recordMailboxProof(tx, services, userId)
          return true
        })
        if (!isSet) throw spent()
        jobs.wake()
        return done
      }),
      changePassword: defineAuthEndpoint(contract.changePassword, async ({ who, user, library }, input) => {
        // Every session ends, this one too, and a new one is created: a stolen token of it becomes useless.
        const changed = await changeOwnPassword(services, who, { ...input, endThisSession: true })
        if (typeof changed === 'string') throw authError(...problems[changed])
        const caller = passwordCaller()
        if (caller) caller.proof = changed.hash
        const session = await library.context.internalAdapter.createSession(user.id)
        await setSessionCookie(library, { session, user })
        return { ...done, token: session.token }
      }),
      requestSignInLink: defineAuthEndpoint(requestSignInLink, async (_caller, { email }) => {
        await sendSignInLink(services, email)
        return done
      }),
    },
  } satisfies BetterAuthPlugin
}

/** @throws APIError for a link that is unknown, used or expired */
async function findResetLink(
  { context }: LibraryCall,
  token: string,
): Promise<{ id: string; userId: string }> {
  const link = await context.internalAdapter.findVerificationValue(`reset-password:${token}`)
  if (!link || link.expiresAt.getTime() <= Date.now()) throw spent()
  return { id: link.id, userId: link.value }
}
