import type { AuthOperation } from './authOperation.ts'
import * as passkeys from './authPasskeys.ts'
import * as passwords from './authPasswords.ts'
import * as profile from './authProfile.ts'
import * as sessions from './authSessions.ts'
import * as signIn from './authSignIn.ts'
import * as twoFactor from './authTwoFactor.ts'

/** All calls below `/api/auth` by name, in the order of the API page. */
export const authOperations = {
  ...signIn,
  ...sessions,
  ...passwords,
  ...profile,
  ...twoFactor,
  ...passkeys,
} satisfies Record<string, AuthOperation>

export type AuthName = keyof typeof authOperations
