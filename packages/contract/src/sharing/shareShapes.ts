import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { flag, id, time } from '../shapes.ts'

/** Who may read: 0 only the owner, 1 the people named, 3 anyone on the internet. */
export const readLevel = z.union([z.literal(0), z.literal(1), z.literal(3)])
export const memberIds = z._default(z.array(id).check(z.maxLength(limits.membersPerCall)), [])

/** A member, as shown to the owner of a collection. A lookup by email returns no name. */
export const member = z.object({ _id: id, email: z.string(), name: z.optional(z.string()) })
export type Member = z.output<typeof member>
/** The role of a member. */
export const memberRole = z.enum(['write', 'read'])

/** An address without an account that is invited to a collection. */
export const invitation = z.object({
  _id: id,
  email: z.string(),
  type: memberRole,
  create_date: time,
})
export type Invitation = z.output<typeof invitation>

/** An invitation with its collection, which is a collection or one above it. */
export const pathInvitation = z.extend(invitation, {
  through: z.object({ _id: id, name: z.string() }),
})

/** A collection above that grants access, with what it grants. */
export const inheritedAccess = z.object({
  _id: id,
  name: z.string(),
  is_public: flag,
  people: z.array(z.object({ ...member.shape, type: memberRole })),
})
