import * as z from 'zod/mini'

/** The answer of a call that returns nothing else. */
export const done = z.object({ status: z.literal(true) })

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
