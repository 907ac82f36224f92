import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { collection, flag, id, link, nothing, time, treeNode } from './shapes.ts'

/** Who may read: 0 the owner alone, 1 the people named, 3 anyone on the internet. */
export const readLevel = z.union([z.literal(0), z.literal(1), z.literal(3)])
const memberIds = z._default(z.array(id).check(z.maxLength(limits.membersPerCall)), [])

/** A person as the owner of a collection knows them. */
export const member = z.object({ _id: id, email: z.string() })
export type Member = z.output<typeof member>

export const makeLinkPublic = operation({
  path: 'make-link-public',
  access: 'account',
  summary: 'Shows one link to anyone who has its address (1), or to nobody any more (0).',
  input: z.object({ link_id: id, is_public: flag }),
  output: z.object({ is_public: flag }),
  errors: ['links.notFound', 'links.readOnly'],
  touches: ['links'],
})

export const shareLink = operation({
  path: 'share-link',
  access: 'account',
  summary: 'The short address of a link, always the same. It opens for whoever may see the link.',
  input: z.object({ link_id: id }),
  output: z.object({ short_link: z.string() }),
  errors: ['links.notFound', 'links.readOnly'],
})

export const shareFolder = operation({
  path: 'share-folder',
  access: 'account',
  summary: 'The short address of a collection, always the same. It opens for whoever may see the collection.',
  input: z.object({ folder_id: id }),
  output: z.object({ short_link: z.string() }),
  errors: ['collections.notFound', 'collections.readOnly'],
})

export const visitLink = operation({
  path: 'l/{link_id}',
  method: 'GET',
  summary:
    "A link as anybody sees it. Status 203 with 'invalid linkid' when there is none, and with 'Private Link!' when it is not public.",
  access: 'anyone',
  input: z.object({ link_id: id }),
  output: z.object({ link: z.nullable(link), code: z.nullable(z.enum(['links.notFound', 'links.private'])) }),
  reads: ['links', 'tags'],
})

export const findMember = operation({
  path: 'add-share-email',
  access: 'account',
  summary: "Looks a person up to share with. The message is the person's id, as the data's `_id`.",
  input: z.object({ email: z.string().check(z.trim(), z.maxLength(limits.email)) }),
  output: member,
  errors: ['plan.teamSharing', 'share.emailNotFound', 'share.ownEmail'],
  cost: 'findMember',
})

export const setFolderPermissions = operation({
  path: 'set-folder-permissions',
  access: 'account',
  summary:
    'Decides who may read a collection and all beneath it (read: 0 the owner, 1 the people named, 3 anyone) and who may write ' +
    '(write: 0 the owner, 1 the people named). Members are added and removed by their ids; 0 removes all of that kind.',
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

export const getFolderPermissions = operation({
  path: 'get-folder-permissions',
  access: 'account',
  summary: 'Who was let into a collection by itself, for its owner.',
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
  access: 'account',
  summary: 'Everybody who may see a collection, and because of which collection: itself, or one above it.',
  input: z.object({ folder_id: id }),
  output: z.object({
    people: z.array(
      z.object({
        ...member.shape,
        type: z.enum(['owner', 'write', 'read']),
        /** The collection that lets them in. */
        through: z.object({ _id: id, name: z.string() }),
      }),
    ),
    /** The collection that shows it to anyone, or null. */
    public_through: z.nullable(z.object({ _id: id, name: z.string() })),
  }),
  errors: ['collections.notFound', 'collections.readOnly'],
  reads: ['shares', 'collections'],
})

export const getSharedFolders = operation({
  path: 'get-shared-folders',
  summary: 'The collections that others share with the person, by name; each at the top of what is shared.',
  input: nothing,
  output: z.array(
    z.extend(collection, { type: z.enum(['write', 'read']), owner_name: z.string(), shared_date: time }),
  ),
  reads: ['shares', 'collections', 'links', 'favourites'],
})

export const getSharedChain = operation({
  path: 'get-shared-chain',
  summary:
    'What others share with the person as trees, by name, without trash; each begins at the top of what is shared.',
  input: nothing,
  output: z.array(
    z.object({
      /** Collections in it may be written to, or only be read. */
      type: z.enum(['write', 'read']),
      tree: treeNode,
    }),
  ),
  reads: ['shares', 'collections', 'links'],
})

export const removeSharedFolder = operation({
  path: 'remove-shared-folder',
  access: 'account',
  summary: 'Leaves a collection that somebody shares with the person.',
  input: z.object({ folder_id: id }),
  output: nothing,
  errors: ['collections.notFound'],
  touches: ['shares', 'collections', 'favourites'],
})
