import * as z from 'zod/mini'
import { type AuthOutput, authOperation } from './authOperation.ts'
import { accountContents, passkeySignature, proof, text } from './authShapes.ts'

export const profileState = authOperation({
  path: '/profile-state',
  method: 'GET',
  access: 'account',
  summary:
    'Returns what a sensitive action requires: whether the account has a password, whether the sign-in is recent enough to need no further proof (`fresh`), and the number of API keys.',
  output: z.object({ has_password: z.boolean(), fresh: z.boolean(), api_keys: z.number() }),
})

export type ProfileState = AuthOutput<typeof profileState>

export const checkUsername = authOperation({
  path: '/check-username',
  access: 'account',
  summary: 'Checks whether a username is available. Usernames are checked from 4 characters on.',
  input: z.object({ username: text(200) }),
  output: z.object({ state: z.enum(['free', 'taken', 'short', 'invalid']) }),
})

export const updateProfile = authOperation({
  path: '/update-profile',
  access: 'account',
  summary: "Changes the name and username. An omitted field stays; '' removes the username.",
  input: z.object({ name: z.optional(text(200)), username: z.optional(text(200)) }),
  errors: ['INVALID_NAME', 'INVALID_USERNAME', 'USERNAME_TAKEN'],
})

export const uploadProfileImage = authOperation({
  path: '/profile-image',
  access: 'account',
  summary: 'Sets the profile image (JPEG, PNG, GIF, WebP or AVIF, at most 10 MB).',
  transport: 'picture',
  input: z.instanceof(Blob),
  errors: ['INVALID_IMAGE'],
})

export const removeProfileImage = authOperation({
  path: '/remove-profile-image',
  access: 'account',
  summary: 'Removes the profile image.',
})

export const changeEmail = authOperation({
  path: '/change-email',
  access: 'account',
  summary:
    'Sends an email to the new address with a link that confirms it; where the server sends no email, it is a file for the operator. Nothing changes before. If the sign-in is older than ten minutes, the password is required.',
  input: z.object({ email: z.email(), password: proof }),
  errors: ['INVALID_EMAIL', 'SAME_EMAIL', 'INVALID_PASSWORD', 'PROOF_NEEDED'],
})

export const confirmEmail = authOperation({
  path: '/confirm-email',
  access: 'anyone',
  summary:
    'Changes the address of an account with the token of the email to the new address. Ends every other session of the person.',
  input: z.object({ token: text(200) }),
  errors: ['INVALID_TOKEN', 'EMAIL_TAKEN'],
})

export const countAccount = authOperation({
  path: '/account-contents',
  method: 'GET',
  access: 'account',
  summary:
    'Counts what the deletion of the account would delete, and returns how the person can confirm it: by the password, or by a passkey with the returned options. Their challenge is valid for five minutes.',
  output: accountContents,
})

export const deleteAccount = authOperation({
  path: '/delete-account',
  access: 'account',
  summary:
    'Deletes the account. The account is signed out and hidden immediately; all its links are deleted within 24 hours. Requires the password, or a passkey that has signed the options of `/account-contents`. An account with neither needs a sign-in that is at most ten minutes old.',
  input: z.object({ password: proof, passkey: z.optional(passkeySignature) }),
  errors: ['INVALID_PASSWORD', 'PROOF_NEEDED', 'PASSKEY_UNKNOWN'],
})
