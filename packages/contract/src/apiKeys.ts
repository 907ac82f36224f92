import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { id, nothing, time } from './shapes.ts'

const keyScope = z.enum(['read', 'write'])

export const apiKey = z.object({
  _id: id,
  /** Dots and the last four characters: the key itself is known to nobody after it was made. */
  key: z.string(),
  name: z.string(),
  /** `read` keys may call what only reads. */
  scope: keyScope,
  created: time,
  /** When it was last used, to the minute; null before. */
  last_used: z.nullable(time),
})
export type ApiKey = z.output<typeof apiKey>

/** A key itself, or its id: after it was made its owner knows it by its id alone. */
const keyOrId = z.string().check(z.minLength(1), z.maxLength(64))

export const addKey = operation({
  path: 'add-key',
  summary:
    'Makes an API key (type 1) of 24 random letters and digits that the caller has made, or renames one (type 2) by itself or its id. ' +
    'The server keeps its SHA-256: it is never shown again.',
  access: 'account',
  input: z.object({
    key: keyOrId,
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: 'keys.nameRequired' }),
        z.maxLength(limits.apiKeyName, { error: 'keys.nameTooLong' }),
      ),
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

export const getAllKeys = operation({
  path: 'get-all-keys',
  summary: "The person's API keys, masked, the newest first.",
  access: 'account',
  input: nothing,
  output: z.array(apiKey),
  reads: ['keys'],
})

export const deleteKey = operation({
  path: 'delete-key',
  summary: 'Deletes an API key, by itself or its id. It stops working at once.',
  access: 'account',
  input: z.object({ key: keyOrId }),
  output: nothing,
  errors: ['keys.notFound'],
  touches: ['keys'],
})
