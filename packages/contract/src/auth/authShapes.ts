import * as z from 'zod/mini'

/** A text with a length limit, which rejects invalid input before a database query. */
export const text = (max: number) => z.string().check(z.maxLength(max))

/** The password that a sensitive action requires when the sign-in is old; '' counts as none. */
export const proof = z.optional(text(1000))

/** A user as the sign-in library describes them. */
export const accountUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  username: z.nullish(z.string()),
  /** The ID of the profile image. */
  image: z.nullish(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type AccountUser = z.output<typeof accountUser>

/** A base64url text with a length limit. */
export const base64url = (max: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(max))

/** The signature of a passkey: the used part of PublicKeyCredential.toJSON(); WebAuthn Level 3, section 5.1. */
export const passkeySignature = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.nullish(z.string().check(z.regex(/^[A-Za-z0-9_-]*$/), z.maxLength(100))),
  }),
})
export type PasskeySignature = z.output<typeof passkeySignature>

export const passkeyDescriptors = z.array(
  z.object({ id: z.string(), type: z.string(), transports: z.optional(z.array(z.string())) }),
)
export const passkeyPreference = z.enum(['discouraged', 'preferred', 'required'])
/** PublicKeyCredentialRequestOptionsJSON; WebAuthn Level 3, section 5.1. */
export const passkeyOptions = z.object({
  rpId: z.optional(z.string()),
  challenge: z.string(),
  timeout: z.optional(z.number()),
  allowCredentials: z.optional(passkeyDescriptors),
  userVerification: z.optional(passkeyPreference),
})

/** What the deletion of an account deletes, and how the person proves their identity for it. */
export const accountContents = z.object({
  /** Also those in the trash. */
  links: z.number(),
  /** Without the root; also those in the trash. */
  collections: z.number(),
  /** Collections that are shared with people or public. */
  shares: z.number(),
  files: z.number(),
  highlights: z.number(),
  has_password: z.boolean(),
  /** The options with which a browser asks for a passkey of the account; null where there is none. */
  passkey: z.nullable(passkeyOptions),
})
