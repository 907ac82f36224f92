import * as z from 'zod/mini'
import { authOperation } from './authOperation.ts'
import { proof, text } from './authShapes.ts'

const proved = z.object({ password: proof })
const recoveryCodes = z.object({ codes: z.array(z.string()) })

export const twoFactorState = authOperation({
  path: '/two-factor',
  method: 'GET',
  access: 'account',
  summary:
    'Returns whether two-factor authentication is enabled, and the number of unused recovery codes (`codes_left`).',
  output: z.object({ enabled: z.boolean(), codes_left: z.number() }),
})

export const createTwoFactorSecret = authOperation({
  path: '/two-factor/begin',
  access: 'account',
  summary:
    'Creates a key for an authenticator app. It is not required at sign-in before two-factor/confirm. If the sign-in is older than ten minutes, the password is required.',
  input: proved,
  output: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['INVALID_PASSWORD', 'PROOF_NEEDED', 'TWO_FACTOR_ON'],
})

export const confirmTwoFactor = authOperation({
  path: '/two-factor/confirm',
  access: 'account',
  summary: 'Enables two-factor authentication with a code of the app, and returns the recovery codes.',
  input: z.object({ code: text(100) }),
  output: recoveryCodes,
  errors: ['INVALID_CODE'],
})

export const renewRecoveryCodes = authOperation({
  path: '/two-factor/codes',
  access: 'account',
  summary: 'Replaces the recovery codes. If the sign-in is older than ten minutes, the password is required.',
  input: proved,
  output: recoveryCodes,
  errors: ['INVALID_PASSWORD', 'PROOF_NEEDED', 'TWO_FACTOR_OFF'],
})

export const disableTwoFactor = authOperation({
  path: '/two-factor/off',
  access: 'account',
  summary:
    'Disables two-factor authentication. If the sign-in is older than ten minutes, the password is required.',
  input: proved,
  errors: ['INVALID_PASSWORD', 'PROOF_NEEDED'],
})

export const verifyTwoFactor = authOperation({
  path: '/two-factor/verify',
  access: 'anyone',
  summary:
    'Completes a sign-in that waits for its second factor, with a code of the app or a recovery code. The response header set-auth-token contains the bearer token.',
  input: z.object({ challenge: text(200), code: text(100) }),
  errors: ['INVALID_CODE', 'CHALLENGE_OVER', 'INVALID_EMAIL_OR_PASSWORD'],
})
