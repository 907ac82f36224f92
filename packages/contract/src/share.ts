import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { collection, flag, id, link, nothing, time, treeNode } from './shapes.ts'

/** Who may read: 0 only the owner, 1 the people named, 3 anyone on the internet. */
export const readLevel = z.union([z.literal(0), z.literal(1), z.literal(3)])
const memberIds = z._default(z.array(id).check(z.maxLength(limits.membersPerCall)), [])

/** A member, as shown to the owner of a collection. */
export const member = z.object({ _id: id, email: z.string() })
export type Member = z.output<typeof member>
/** The role of a member. */
const memberRole = z.enum(['write', 'read'])

export const makeLinkPublic = operation({
  path: 'make-link-public',
  keyScope: 'none',
  access: 'account',
  summary: 'Makes one link public for anyone with its address (1), or private again (0).',
  input: z.object({ link_id: id, is_public: flag }),
  output: z.object({ is_public: flag }),
  errors: ['links.notFound', 'links.readOnly'],
  touches: ['links'],
})

export const shareLink = operation({
  path: 'share-link',
  keyScope: 'none',
  access: 'account',
  summary: 'Returns the permanent short address of a link. It opens for everyone who may see the link.',
  input: z.object({ link_id: id }),
  output: z.object({ short_link: z.string() }),
  errors: ['links.notFound', 'links.readOnly'],
})

export const createShortLink = operation({
  path: 'share-folder',
  keyScope: 'none',
  access: 'account',
  summary:
    'Returns the permanent short address of a collection. It opens for everyone who may see the collection.',
  input: z.object({ folder_id: id }),
  output: z.object({ short_link: z.string() }),
  errors: ['collections.notFound', 'collections.readOnly'],
})

export const visitLink = operation({
  path: 'l/{link_id}',
  keyScope: 'ignored',
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
  keyScope: 'none',
  access: 'account',
  summary: "Finds a person to share with. The message is the person's id, the same as `_id` in the data.",
  input: z.object({ email: z.string().check(z.trim(), z.maxLength(limits.email)) }),
  output: member,
  errors: ['plan.teamSharing', 'share.emailNotFound', 'share.ownEmail'],
  cost: 'findMember',
})

export const setPermissions = operation({
  path: 'set-folder-permissions',
  keyScope: 'none',
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
  output: nothing,
  errors: [
    'collections.notFound',
    'collections.readOnly',
    'collections.inTrash',
    'share.memberNotFound',
    'plan.teamSharing',
    'plan.suggestions',
  ],
  events: ['share.created'],
})

export const setMemberRole = operation({
  path: 'set-member-role',
  keyScope: 'none',
  access: 'account',
  summary:
    'Lets one member of a collection read or write from now on. A new reader opens the collection to its team; a new writer ends suggestions.',
  input: z.object({ folder_id: id, person_id: id, type: memberRole }),
  output: nothing,
  errors: [
    'collections.notFound',
    'collections.readOnly',
    'collections.inTrash',
    'share.notMember',
    'plan.teamSharing',
  ],
  touches: ['shares', 'collections'],
})

export const removeMember = operation({
  path: 'remove-member',
  keyScope: 'none',
  access: 'account',
  summary: 'Removes one member of a collection.',
  input: z.object({ folder_id: id, person_id: id }),
  output: nothing,
  errors: ['collections.notFound', 'collections.readOnly', 'collections.inTrash', 'share.notMember'],
  touches: ['shares', 'collections', 'favourites'],
})

export const getPermissions = operation({
  path: 'get-folder-permissions',
  keyScope: 'none',
  access: 'account',
  summary: 'Lists the members of the collection itself, for its owner.',
  input: z.object({ folder_id: id }),
  output: z.object({
    read: readLevel,
    write: flag,
    enable_sugg: flag,
    read_members: z.array(member),
    write_members: z.array(member),
  }),
  errors: ['collections.notFound', 'collections.readOnly'],
  reads: ['shares'],
})

export const whoCanSee = operation({
  path: 'who-can-see',
  keyScope: 'none',
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
  input: nothing,
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
  input: nothing,
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
  keyScope: 'none',
  access: 'account',
  summary: 'Leaves a collection that another person shares with the caller.',
  input: z.object({ folder_id: id }),
  output: nothing,
  errors: ['collections.notFound'],
  touches: ['shares', 'collections', 'favourites'],
})
