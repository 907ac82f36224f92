import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { nothing } from './shapes.ts'

/** What others and the person see of an account. */
export const profile = z.object({
  name: z.string(),
  username: z.string(),
  email: z.string(),
  /** Address of the profile image, or ''. */
  thumbnail: z.string(),
})

export const readProfile = operation({
  path: 'profile',
  summary: 'Name, username, e-mail address and profile image of the signed-in person.',
  input: nothing,
  output: profile,
  reads: ['profile'],
})

export const checkUsername = operation({
  path: 'check-username',
  access: 'account',
  summary: 'Whether a username can be taken; the message says so in words. Looked at from 4 characters.',
  cost: 'username',
  input: z.object({ username: z.string().check(z.maxLength(200)) }),
  output: z.object({ available: z.boolean() }),
})

export const updateUserDetails = operation({
  path: 'add-update-userdata',
  access: 'account',
  summary:
    "Changes name and username. The thumbnail can stay or, by '', be taken away; a new one is uploaded.",
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
  summary: 'Takes a picture (JPEG, PNG, GIF, WebP or AVIF, at most 10 MB) as the profile image.',
  transport: 'upload',
  cost: 'picture',
  input: nothing,
  output: profile,
  errors: ['transfer.noFile', 'profile.imageUnreadable', 'request.tooLarge'],
  touches: ['profile', 'shares'],
})

export const changePassword = operation({
  path: 'change-user-password',
  access: 'account',
  summary:
    'Changes the password, and ends every other session and every open link and one-time code of the person; with `delete_api_keys` the API keys too.',
  cost: 'password',
  input: z.object({
    current_password: z.string().check(z.maxLength(1000)),
    new_password: z.string().check(z.maxLength(1000)),
    delete_api_keys: z.optional(z.boolean()),
  }),
  output: nothing,
  errors: ['profile.passwordWrong', 'profile.passwordLength', 'server.busy'],
  touches: ['keys'],
})

export const deleteAccount = operation({
  path: 'delete-account',
  access: 'account',
  summary:
    'Deletes the account: signed out and hidden at once, all its links gone within 24 hours. A sign-in older than ten minutes is not enough: then the password must come along.',
  cost: 'password',
  input: z.object({ password: z.optional(z.string().check(z.maxLength(1000))) }),
  output: nothing,
  errors: ['profile.proofNeeded', 'profile.passwordWrong', 'server.busy'],
})
