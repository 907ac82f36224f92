import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation, writingErrors } from '../operation.ts'
import * as shapes from './shareShapes.ts'
import { collection, flag, id, link, time, treeNode } from '../shapes.ts'

export type { Invitation, Member } from './shareShapes.ts'

const { inheritedAccess, invitation, member, memberIds, memberRole, pathInvitation, readLevel } = shapes

export const makeLinkPublic = operation({
  path: 'make-link-public',
  access: 'account',
  summary: 'Makes one link public for anyone with its address (1), or private again (0).',
  input: z.object({ link_id: id, is_public: flag }),
  output: z.object({ is_public: flag }),
  errors: ['links.notFound', 'links.readOnly', 'encryption.encrypted'],
  touches: ['links'],
})

export const shareLink = operation({
  path: 'share-link',
  access: 'account',
  summary: 'Returns the permanent short address of a link. It opens for everyone who may see the link.',
  input: z.object({ link_id: id }),
  output: z.object({ short_link: z.string() }),
  errors: ['links.notFound', 'links.readOnly'],
})

export const createShortLink = operation({
  path: 'share-folder',
  access: 'account',
  summary:
    'Returns the permanent short address of a collection. It opens for everyone who may see the collection.',
  input: z.object({ folder_id: id }),
  output: z.object({ short_link: z.string() }),
  errors: ['collections.notFound', 'collections.readOnly'],
})

export const visitLink = operation({
  path: 'l/{link_id}',
  method: 'GET',
  summary:
    "Returns a public link. Responds 203 with 'invalid linkid' when it does not exist, and with 'Private Link!' when it is not public.",
  access: 'anyone',
  input: z.object({ link_id: id }),
  output: z.object({ link: z.nullable(link), code: z.nullable(z.enum(['links.notFound', 'links.private'])) }),
  reads: ['links', 'tags'],
})

export const findMember = operation({
  path: 'add-share-email',
  access: 'account',
  summary: "Finds a person to share with. The message is the person's id, the same as `_id` in the data.",
  input: z.object({ email: z.string().check(z.trim(), z.maxLength(limits.email)) }),
  output: member,
  errors: ['plan.teamSharing', 'share.emailNotFound', 'share.ownEmail'],
  cost: 'findMember',
})

export const setPermissions = operation({
  path: 'set-folder-permissions',
  access: 'account',
  summary:
    'Sets who may read a collection and its contents (read: 0 the owner, 1 the people named, 3 anyone) and who may write ' +
    '(write: 0 the owner, 1 the people named). Members are added and removed by id; 0 removes all members of that kind.',
  input: z.object({
    folder_id: id,
    read: readLevel,
    write: flag,
    read_members: memberIds,
    write_members: memberIds,
    read_members_remove: memberIds,
    write_members_remove: memberIds,
    enable_sugg: z._default(flag, 0),
  }),
  errors: [
    ...writingErrors,
    'share.memberNotFound',
    'plan.teamSharing',
    'plan.invitations',
    'plan.suggestions',
  ],
  events: ['share.created'],
})

export const setMemberRole = operation({
  path: 'set-member-role',
  access: 'account',
  summary:
    'Sets the role of one member of a collection to reader or writer. A new reader opens the collection to its team; a new writer ends suggestions.',
  input: z.object({ folder_id: id, person_id: id, type: memberRole }),
  errors: [...writingErrors, 'share.notMember', 'plan.teamSharing'],
  touches: ['shares', 'collections'],
})

export const removeMember = operation({
  path: 'remove-member',
  access: 'account',
  summary: 'Removes one member of a collection.',
  input: z.object({ folder_id: id, person_id: id }),
  errors: [...writingErrors, 'share.notMember'],
  touches: ['shares', 'collections', 'favourites'],
})

export const inviteMember = operation({
  path: 'invite-member',
  access: 'account',
  summary:
    'Adds a person to a collection by email address. A person without an account gets an email, and the share as soon as ' +
    "an account has confirmed the address, within 30 days. Inviting again sets the role and sends no further email. Where the server sends no email, the response is 'Email not found'.",
  input: z.object({
    folder_id: id,
    email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(limits.email), z.email()),
    type: memberRole,
  }),
  output: z.object({
    /** The new member; null for an address without an account. */
    member: z.nullable(member),
    /** The invitation; null for a member. */
    invitation: z.nullable(invitation),
  }),
  errors: [
    ...writingErrors,
    'share.emailNotFound',
    'share.ownEmail',
    'plan.teamSharing',
    'plan.invitations',
    'request.tooMany',
  ],
  events: ['share.created'],
  cost: 'findMember',
})

export const resendInvitation = operation({
  path: 'resend-invitation',
  access: 'account',
  summary: 'Sends the email of an invitation again, and extends it to 30 days from now.',
  input: z.object({ folder_id: id, invitation_id: id }),
  output: invitation,
  errors: [...writingErrors, 'share.invitationNotFound', 'plan.teamSharing', 'request.tooMany'],
  touches: ['shares'],
})

export const cancelInvitation = operation({
  path: 'cancel-invitation',
  access: 'account',
  summary: 'Cancels an invitation that was not accepted yet.',
  input: z.object({ folder_id: id, invitation_id: id }),
  errors: ['collections.notFound', 'collections.readOnly', 'share.invitationNotFound'],
  touches: ['shares'],
})

export const requestAccess = operation({
  path: 'request-access',
  access: 'account',
  summary:
    'Asks the owner of a collection, or of the collection of a link, for access; exactly one of the two ids. The owner gets a notification with the name of ' +
    'the caller, at most once a week, and finds the request in get-folder-permissions. The response is the same for ids that do not exist.',
  input: z
    .object({ folder_id: z.optional(id), link_id: z.optional(id) })
    .check(z.refine(({ folder_id, link_id }) => (folder_id === undefined) !== (link_id === undefined))),
  errors: ['request.tooMany'],
  cost: 'requestAccess',
})

export const declineAccess = operation({
  path: 'decline-access',
  access: 'account',
  summary:
    "Declines a person's request for access to a collection. The person is not notified, and can ask again a week after the request. May be repeated.",
  input: z.object({ folder_id: id, person_id: id }),
  errors: ['collections.notFound', 'collections.readOnly'],
  touches: ['shares'],
})

export const getPermissions = operation({
  path: 'get-folder-permissions',
  access: 'account',
  summary:
    'Lists the members of the collection itself, the invited people, and the access that the collections above grant, for its owner. `write` is 1 also for an invited writer.',
  input: z.object({ folder_id: id }),
  output: z.object({
    read: readLevel,
    write: flag,
    enable_sugg: flag,
    read_members: z.array(member),
    write_members: z.array(member),
    invited: z.array(invitation),
    /** The invitations to the collections above it, the nearest first. */
    invited_above: z.array(pathInvitation),
    /** People who asked for access in the last 30 days and have none, the latest first. */
    requests: z.array(z.object({ ...member.shape, name: z.string(), create_date: time })),
    /** The collections above that grant access to it, the nearest first. */
    inherited: z.array(inheritedAccess),
  }),
  errors: ['collections.notFound', 'collections.readOnly'],
  reads: ['shares', 'collections'],
})

export const listPeopleWithAccess = operation({
  path: 'who-can-see',
  access: 'account',
  summary:
    'Lists everyone who may see a collection, and the collection that grants the access: the collection itself or an ancestor.',
  input: z.object({ folder_id: id }),
  output: z.object({
    people: z.array(
      z.object({
        ...member.shape,
        type: z.enum(['owner', 'write', 'read']),
        /** The collection that grants the access. */
        through: z.object({ _id: id, name: z.string() }),
      }),
    ),
    /** Invited people, who cannot see it yet; each with the collection of the invitation. */
    invited: z.array(pathInvitation),
    /** The collection that makes it public, or null. */
    public_through: z.nullable(z.object({ _id: id, name: z.string() })),
  }),
  errors: ['collections.notFound', 'collections.readOnly'],
  reads: ['shares', 'collections'],
})

export const listSharedCollections = operation({
  path: 'get-shared-folders',
  keyScope: 'read',
  summary:
    'Lists the collections that others share with the person, sorted by name; each is the top of a shared subtree.',
  output: z.array(
    z.extend(collection, { type: z.enum(['write', 'read']), owner_name: z.string(), shared_date: time }),
  ),
  reads: ['shares', 'collections', 'links', 'favourites'],
})

export const getSharedTrees = operation({
  path: 'get-shared-chain',
  keyScope: 'read',
  summary:
    'Returns the collections that others share with the person as trees, sorted by name, without the trash; each root is the top of a shared subtree.',
  output: z.array(
    z.object({
      /** Whether the collections are writable or read-only for the person. */
      type: z.enum(['write', 'read']),
      tree: treeNode,
    }),
  ),
  reads: ['shares', 'collections', 'links'],
})

export const leaveCollection = operation({
  path: 'remove-shared-folder',
  access: 'account',
  summary: 'Leaves a collection that another person shares with the caller.',
  input: z.object({ folder_id: id }),
  errors: ['collections.notFound'],
  touches: ['shares', 'collections', 'favourites'],
})
