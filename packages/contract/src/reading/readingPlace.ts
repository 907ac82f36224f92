import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id, time } from '../shapes.ts'

/** The reading position of a person in the article of a page's copy. */
export const readingPlace = z.object({
  /** The number of the version that was read. */
  version: z.number(),
  /** The first visible character, counted from the start of the article in UTF-16 code units. */
  offset: z.number(),
  /** When the person read there. */
  read_at: time,
})
export type ReadingPlace = z.output<typeof readingPlace>

/** How old a saved place may be, in milliseconds. */
const maxAge = 30 * 86_400_000

export const getReadingPlace = operation({
  path: 'get-reading-place',
  keyScope: 'read',
  summary:
    'Returns where the caller stopped reading the copy of the page of a link, or null. Each person has their own place.',
  input: z.object({ link_id: id }),
  output: z.nullable(readingPlace),
  errors: ['links.notFound', 'copies.membersOnly'],
  reads: ['copies'],
})

export const saveReadingPlace = operation({
  path: 'save-reading-place',
  keyScope: 'write',
  summary:
    'Saves where the caller reads the copy of the page of a link. `age` is how long ago that was, in milliseconds. A place that is older than the stored one changes nothing, so that a device that was offline does not overwrite a newer place.',
  cost: 'readingPlace',
  input: z.object({
    link_id: id,
    version: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    offset: z.int().check(z.minimum(0), z.maximum(10_000_000)),
    age: z._default(z.int().check(z.minimum(0), z.maximum(maxAge)), 0),
  }),
  // No topic: pages fetch the position when the reader opens, and a save need not notify them.
  errors: ['links.notFound', 'copies.membersOnly'],
})
