import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { accountContents, passkeySignature } from './auth/authShapes.ts'
import { operation } from './operation.ts'

/** The public and private profile fields of an account. */
export const profile = z.object({
  name: z.string(),
  username: z.string(),
  email: z.string(),
  /** Address of the profile image, or ''. */
  thumbnail: z.string(),
})

export const readProfile = operation({
  path: 'profile',
  keyScope: 'read',
  summary: "Returns the signed-in person's name, username, email address and profile image.",
  output: profile,
  reads: ['profile'],
})

export const checkUsername = operation({
  path: 'check-username',
  access: 'account',
  summary:
    'Checks whether a username is available; the message states the reason. Usernames are checked from 4 characters on.',
  cost: 'username',
  input: z.object({ username: z.string().check(z.maxLength(200)) }),
  output: z.object({ available: z.boolean() }),
})

export const updateUserDetails = operation({
  path: 'add-update-userdata',
  access: 'account',
  summary:
    "Changes the name and username. An omitted `thumbnail` keeps the profile image, '' removes it; a new image is uploaded with profile-image.",
  input: z.object({
    first_name: z.string().check(z.maxLength(limits.personName, 'profile.nameTooLong')),
    last_name: z.optional(z.string().check(z.maxLength(limits.personName, 'profile.nameTooLong'))),
    thumbnail: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    username: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: profile,
  errors: [
    'profile.nameRequired',
    'profile.nameTooLong',
    'profile.usernameInvalid',
    'profile.usernameTaken',
    'profile.imageForeign',
  ],
  touches: ['profile', 'shares'],
})

export const uploadProfileImage = operation({
  path: 'profile-image',
  access: 'account',
  summary: 'Uploads the profile image (JPEG, PNG, GIF, WebP or AVIF, at most 10 MB).',
  transport: 'upload',
  cost: 'picture',
  output: profile,
  errors: ['transfer.noFile', 'profile.imageUnreadable', 'request.tooLarge'],
  touches: ['profile', 'shares'],
})

export const signImageUpload = operation({
  path: 'profile-image-url',
  access: 'account',
  summary:
    'Returns a signed address, relative to this server and valid for ten minutes, to which a new profile image is sent once by PUT (204), and in `key` the address that the image then has.',
  cost: 'picture',
  input: z.object({
    fileName: z.string().check(z.maxLength(20_000)),
    fileType: z.string().check(z.maxLength(200)),
  }),
  output: z.object({ url: z.string(), key: z.string() }),
  errors: ['files.typeUnsupported'],
})

export const changePassword = operation({
  path: 'change-user-password',
  access: 'account',
  summary:
    'Changes the password, ends every other session of the person, and invalidates their open links and one-time codes. With `delete_api_keys`, it also deletes their API keys.',
  cost: 'password',
  input: z.object({
    current_password: z.string().check(z.maxLength(1000)),
    new_password: z.string().check(z.maxLength(1000)),
    delete_api_keys: z.optional(z.boolean()),
  }),
  errors: ['profile.passwordWrong', 'profile.passwordLength', 'profile.passwordCommon', 'server.busy'],
  touches: ['keys'],
})

export const countAccount = operation({
  path: 'account-contents',
  access: 'account',
  summary:
    'Counts what the deletion of the account would delete, and returns how the person can confirm it: by the password, or by a passkey with the returned options. Their challenge is valid for five minutes.',
  output: accountContents,
})

export const deleteAccount = operation({
  path: 'delete-account',
  freesSpace: true,
  access: 'account',
  summary:
    'Deletes the account. The account is signed out and hidden immediately; all its links are deleted within 24 hours. Requires the password, or a passkey that has signed the options of `account-contents`. An account with neither needs a sign-in that is at most ten minutes old.',
  cost: 'password',
  input: z.object({
    password: z.optional(z.string().check(z.maxLength(1000))),
    passkey: z.optional(passkeySignature),
  }),
  errors: ['profile.proofNeeded', 'profile.passwordWrong', 'profile.passkeyWrong', 'server.busy'],
})
