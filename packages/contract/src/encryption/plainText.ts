import * as z from 'zod/mini'
import { flag, id } from '../shapes.ts'

/** 1: links in plain text may enter a collection with a key. Without it, they are refused with `encryption.plainText`. */
export const plainText = { plain: z.optional(flag) }

/**
 * The data of a refusal with `encryption.plainText`: a collection with a key, and the first links in plain text that would
 * enter it or others, each with its collection. A link that is not saved yet is not listed.
 */
export const plainTextRefused = z.object({
  folder_id: id,
  links: z.array(z.object({ _id: id, to: id })),
})
export type PlainTextRefused = z.output<typeof plainTextRefused>
