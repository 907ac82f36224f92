import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { id, required, time } from './shapes.ts'

const keyScope = z.enum(['read', 'write'])

export const apiKey = z.object({
  _id: id,
  /** Dots and the last four characters. The server does not store the key itself. */
  key: z.string(),
  name: z.string(),
  /** `read` keys may call read-only operations. */
  scope: keyScope,
  created: time,
  /** Time of the last use, to the minute; null before the first use. */
  last_used: z.nullable(time),
})
export type ApiKey = z.output<typeof apiKey>

/** An API key or its id. The owner sees the key only when it is created, and later refers to it by id. */
const keyOrId = z.string().check(z.minLength(1), z.maxLength(64))

const keyName = z.string().check(...required(limits.apiKeyName, 'keys.nameRequired', 'keys.nameTooLong'))

export const addKey = operation({
  path: 'add-key',
  summary:
    'Creates an API key (type 1) from 24 random letters and digits that the caller generates, or renames a key (type 2), given as the key or its id. ' +
    'The server stores only the SHA-256 of the key and never shows it again.',
  access: 'account',
  input: z.object({
    key: keyOrId,
    name: keyName,
    type: z._default(z.union([z.literal(1), z.literal(2)]), 1),
    scope: z._default(keyScope, 'write'),
  }),
  output: apiKey,
  errors: [
    'keys.nameRequired',
    'keys.nameTooLong',
    'keys.weak',
    'keys.taken',
    'keys.tooMany',
    'keys.notFound',
  ],
  touches: ['keys'],
})

export const listKeys = operation({
  path: 'get-all-keys',
  summary: "Lists the person's API keys, masked, newest first.",
  access: 'account',
  output: z.array(apiKey),
  reads: ['keys'],
})

export const deleteKey = operation({
  path: 'delete-key',
  freesSpace: true,
  summary: 'Deletes an API key, given as the key or its id, with its webhooks. It stops working immediately.',
  access: 'account',
  input: z.object({ key: keyOrId }),
  errors: ['keys.notFound'],
  touches: ['keys', 'webhooks'],
})

/** A random value, or a SHA-256 hash, of 32 bytes in base64url. */
const secret = z.string().check(z.regex(/^[\w-]{43}$/))

export const createConnectCode = operation({
  path: 'create-connect-code',
  summary:
    'Creates a one-time code with which a program that the person connects gets an API key of scope write. ' +
    'The code works once, for 60 seconds, with the `state` and the verifier whose SHA-256 is `challenge` (PKCE, S256).',
  access: 'account',
  input: z.object({ name: keyName, state: secret, challenge: secret }),
  output: z.object({ code: z.string() }),
  errors: ['keys.nameRequired', 'keys.nameTooLong'],
})

export const exchangeConnectCode = operation({
  path: 'exchange-connect-code',
  summary:
    'Exchanges the code of create-connect-code for an API key, which is shown only here. ' +
    'A second use of a code ends the key that it was exchanged for.',
  access: 'anyone',
  cost: 'code',
  input: z.object({
    code: z.string().check(z.maxLength(200)),
    state: z.string().check(z.maxLength(200)),
    verifier: z.string().check(z.maxLength(200)),
  }),
  output: z.object({ key: z.string(), name: z.string() }),
  errors: ['keys.codeInvalid', 'keys.tooMany'],
  touches: ['keys'],
})
