import * as z from 'zod/mini'
import { authOperation } from './authOperation.ts'
import {
  base64url,
  passkeyDescriptors,
  passkeyOptions,
  passkeyPreference,
  passkeySignature,
  proof,
} from './authShapes.ts'
import { time } from '../shapes.ts'

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

/** The used part of PublicKeyCredential.toJSON(); WebAuthn Level 3, section 5.1. */
const made = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(8000),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
})

/** PublicKeyCredentialCreationOptionsJSON; WebAuthn Level 3, section 5.1. */
const creationOptions = z.object({
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.optional(z.number()),
  excludeCredentials: z.optional(passkeyDescriptors),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(passkeyPreference),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(passkeyPreference),
    }),
  ),
  hints: z.optional(z.array(z.string())),
  attestation: z.optional(z.string()),
  extensions: z.optional(z.object({ credProps: z.optional(z.boolean()) })),
})
export const listPasskeys = authOperation({
  path: '/passkeys',
  method: 'GET',
  access: 'account',
  summary:
    'Returns the passkeys of the account, and the `site` for which this server creates passkeys: null where it cannot. `synced` is true for a passkey that is on other devices of the person too.',
  output: z.object({
    site: z.nullable(z.object({ id: z.string(), origin: z.string() })),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        synced: z.boolean(),
        createdAt: time,
        lastUsedAt: z.nullable(time),
      }),
    ),
  }),
})

export const getPasskeyRegistrationOptions = authOperation({
  path: '/passkeys/begin',
  access: 'account',
  summary:
    'Returns the options with which a browser creates a passkey. If the sign-in is older than ten minutes, the password is required.',
  input: z.object({ password: proof }),
  output: creationOptions,
  errors: ['INVALID_PASSWORD', 'PROOF_NEEDED', 'PASSKEYS_FULL', 'PASSKEYS_IMPOSSIBLE'],
})

export const addPasskey = authOperation({
  path: '/passkeys/add',
  access: 'account',
  summary: 'Stores a passkey that the browser has created, and returns its ID.',
  input: z.object({ name: text(100), response: made }),
  output: z.object({ id: z.string() }),
  errors: ['PASSKEY_REFUSED', 'PASSKEY_KNOWN', 'PASSKEYS_IMPOSSIBLE', 'INVALID_NAME'],
})

export const renamePasskey = authOperation({
  path: '/passkeys/rename',
  access: 'account',
  summary: 'Renames a passkey.',
  input: z.object({ id: text(64), name: text(100) }),
  errors: ['PASSKEY_DELETED', 'INVALID_NAME'],
})

export const removePasskey = authOperation({
  path: '/passkeys/remove',
  access: 'account',
  summary: 'Removes a passkey. If the sign-in is older than ten minutes, the password is required.',
  input: z.object({ id: text(64), password: proof }),
  errors: ['INVALID_PASSWORD', 'PROOF_NEEDED'],
})

export const getPasskeySignInOptions = authOperation({
  path: '/passkeys/ask',
  method: 'GET',
  access: 'anyone',
  summary:
    'Returns the options with which a browser signs in by a passkey; null where the server has no passkeys. The challenge is valid for five minutes.',
  output: z.nullable(passkeyOptions),
})

export const signInWithPasskey = authOperation({
  path: '/passkeys/sign-in',
  access: 'anyone',
  summary: 'Signs in with a passkey. The response header set-auth-token contains the bearer token.',
  input: z.object({ response: passkeySignature }),
  errors: ['PASSKEY_UNKNOWN', 'PASSKEYS_IMPOSSIBLE'],
})
