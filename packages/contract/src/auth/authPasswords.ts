import * as z from 'zod/mini'
import { authOperation } from './authOperation.ts'
import { text } from './authShapes.ts'

/** Its length is checked by the call, which has error codes for it. */
const newPassword = z.string()
const deleteApiKeys = z.optional(z.boolean())

export const requestPasswordReset = authOperation({
  path: '/request-password-reset',
  access: 'anyone',
  summary:
    'Sends an email with a link to choose a new password; where the server sends no email, it is a file for the operator. The answer is the same for an address without an account.',
  input: z.object({ email: z.string() }),
  output: z.object({ status: z.literal(true), message: z.string() }),
  errors: ['INVALID_EMAIL'],
})

export const checkResetLink = authOperation({
  path: '/check-reset-link',
  access: 'anyone',
  summary: 'Checks the token of a reset link without using it.',
  input: z.object({ token: text(200) }),
  errors: ['INVALID_TOKEN'],
})

export const resetPassword = authOperation({
  path: '/reset-password',
  access: 'anyone',
  summary:
    'Sets a new password with the token of a reset link. Ends every session, every other link and every one-time code of the person; with `deleteApiKeys` it also deletes their API keys.',
  input: z.object({ token: text(200), newPassword, deleteApiKeys }),
  errors: ['INVALID_TOKEN', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_TOO_COMMON'],
})

export const changePassword = authOperation({
  path: '/change-password',
  access: 'account',
  summary:
    'Changes the password, ends every session, open link and one-time code of the person, and continues this session under a new token. With `deleteApiKeys` it also deletes their API keys.',
  input: z.object({ currentPassword: text(1000), newPassword, deleteApiKeys }),
  output: z.object({ status: z.literal(true), token: z.string() }),
  errors: [
    'INVALID_PASSWORD',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'PASSWORD_TOO_COMMON',
    'CREDENTIAL_ACCOUNT_NOT_FOUND',
  ],
})
