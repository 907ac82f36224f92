import * as z from 'zod/mini'
import { operation, writingErrors } from './operation.ts'
import { searchInput } from './search/searchTypes.ts'
import {
  breadcrumbEntry,
  collection,
  collectionDesc,
  collectionName,
  actionResult,
  flag,
  folderSort,
  id,
  ids,
  order,
  page,
  treeNode,
} from './shapes.ts'

const collectionPage = {
  folders: z.array(collection),
  page: z.number(),
  total: z.number(),
}

export const createCollection = operation({
  path: 'create-folder',
  keyScope: 'write',
  summary:
    'Creates a collection. Without `parent`, it is created at the top level. A repeated `Idempotency-Key` header returns the same collection; with another call or other input it is rejected (409).',
  input: z.object({
    name: collectionName,
    desc: z._default(collectionDesc, ''),
    parent: z.optional(z.nullable(id)),
  }),
  output: collection,
  errors: [...writingErrors, 'collections.tooDeep', 'request.keyReused', 'plan.collections'],
  events: ['collection.created'],
})

export const updateCollection = operation({
  path: 'update-folder',
  keyScope: 'write',
  summary:
    'Changes the name, the description or the cover of a collection. With `hide_tags` 1, which only the owner sets, encrypted links directly inside get no tags; those that have some keep them until they are encrypted again. `cover` is a link with a picture directly inside, or null for the newest pictures. `before`, when sent, must match the current values; this detects concurrent changes.',
  input: z.object({
    folder_id: id,
    name: z.optional(collectionName),
    desc: z.optional(collectionDesc),
    cover: z.optional(z.nullable(id)),
    hide_tags: z.optional(flag),
    before: z.optional(z.object({ name: z.string(), desc: z.string() })),
  }),
  output: collection,
  errors: [
    'collections.notFound',
    'collections.readOnly',
    'collections.rootFixed',
    'collections.changedElsewhere',
    'links.notFound',
    'encryption.noKey',
  ],
  events: ['collection.updated'],
})

export const getTree = operation({
  path: 'get-folder-chain',
  keyScope: 'read',
  summary: 'Returns the complete tree of collections, without the trash. The top node is the root.',
  output: treeNode,
  reads: ['collections', 'links', 'shares'],
})

export const listDashboardCollections = operation({
  path: 'dashboard-folders',
  keyScope: 'read',
  summary: 'Lists the top-level collections, most recently updated first.',
  input: z.object({ input: z.optional(searchInput), sort: folderSort, order, page }),
  output: z.object(collectionPage),
  reads: ['collections', 'links', 'favourites'],
})

export const getCollection = operation({
  path: 'get-folder-data',
  keyScope: 'read',
  summary: 'Returns one collection with its path from the root.',
  input: z.object({ folder_id: id }),
  output: z.object({
    folder: collection,
    breadcrumb: z.array(breadcrumbEntry),
    /** For callers who see it because it is public. */
    summary: z.optional(
      z.object({
        /** With those of all descendants; null when there are too many collections to count. */
        links: z.nullable(z.number()),
        /** The links of each category, with those of all descendants: image, video, link, note, audio. */
        category_counts: z.nullable(z.array(z.number())),
        /** All descendants; null when there are too many to count. */
        collections: z.nullable(z.number()),
        /** The latest change of the collection or a descendant. */
        update_date: z.nullable(z.number()),
        /** The number of people who may add to it. */
        contributors: z.number(),
      }),
    ),
  }),
  errors: ['collections.notFound', 'collections.private'],
  access: 'visitor',
  reads: ['collections', 'links', 'favourites'],
})

export const listSubcollections = operation({
  path: 'get-folder-folders-from-path',
  keyScope: 'read',
  summary: 'Returns a collection, its path from the root, and its direct child collections, 50 per page.',
  input: z.object({ folder_id: id, input: z.optional(searchInput), sort: folderSort, order, page }),
  output: z.object({ folder: collection, breadcrumb: z.array(breadcrumbEntry), ...collectionPage }),
  errors: ['collections.notFound', 'collections.private'],
  access: 'visitor',
  reads: ['collections', 'links', 'favourites'],
})

/** All direct child collections of a collection, or those whose name contains `input`. */
const everyInside = z.strictObject({ folder_id: id, input: z.optional(searchInput) })
/** The collections of a bulk action: all of these except `except`, in place of ids. */
const folderTargets = { every: z.optional(everyInside), except: z.optional(ids) }

export const moveCollections = operation({
  path: 'move-folders',
  keyScope: 'write',
  summary:
    'Moves collections, with their contents, into another collection. More than 5 collections, or a large subtree, are moved by a job (202).',
  input: z.object({ folders: z._default(ids, []), ...folderTargets, move_to: z.optional(z.string()) }),
  output: z.object({ moved: z.number(), ...actionResult }),
  errors: [
    'collections.noneChosen',
    'collections.noDestination',
    'collections.intoItself',
    'collections.rootFixed',
    ...writingErrors,
    'collections.otherOwner',
    'collections.tooDeep',
  ],
  events: ['collection.movedAway', 'collection.movedHere'],
  touches: ['jobs'],
})

export const copyCollection = operation({
  path: 'copy-folder',
  keyScope: 'write',
  summary:
    "Copies a collection that the caller may read, a public one for example, into the caller's library, with its descendants, links, tags and pictures. Shares, favourites and private notes are not copied. Without `parent`, the copy is created at the top level. It is created at once and filled by a job (202), which is also the undo key. A repeated `Idempotency-Key` header copies once.",
  input: z.object({ folder_id: id, parent: z.optional(z.nullable(id)) }),
  output: z.object({
    /** The copy. */
    folder_id: id,
    /** The number of links to copy. */
    links: z.number(),
    job: id,
  }),
  errors: [
    'collections.notFound',
    'collections.readOnly',
    'collections.otherOwner',
    'collections.rootFixed',
    'collections.inTrash',
    'collections.intoItself',
    'collections.tooDeep',
    'collections.tooLargeToCopy',
    'plan.links',
    'plan.collections',
    'request.keyReused',
  ],
  cost: 'copy',
  events: ['collection.created'],
  touches: ['jobs', 'links', 'tags'],
})

/** Restored collections whose previous parent is deleted, with their new parent. */
export const placed = z.array(z.object({ _id: id, parent: id, parent_name: z.string() }))

export const trashCollections = operation({
  path: 'trash-collections',
  freesSpace: true,
  keyScope: 'write',
  summary:
    'Moves collections with their contents to the trash (isTrash 1) or restores them (0). More than 5 collections, or a large subtree, are processed by a job (202).',
  input: z.object({
    folderIdArr: z.optional(ids),
    /** Alias of the list of ids, from the specification. */
    folders: z.optional(ids),
    ...folderTargets,
    /** `trash` 1: every collection in the trash. */
    every: z.optional(z.union([everyInside, z.strictObject({ trash: z.literal(1) })])),
    isTrash: z._default(flag, 1),
    parent: z.optional(z.nullable(z.string())),
  }),
  output: z.object({
    changed: z.number(),
    /** The restored collections whose previous parent is deleted, with their new parent. */
    placed,
    ...actionResult,
  }),
  errors: [
    'collections.noneChosen',
    'collections.notFound',
    'collections.readOnly',
    'collections.rootFixed',
    'plan.links',
    'plan.collections',
  ],
  events: ['collection.trashed', 'collection.restored'],
  touches: ['jobs'],
})

export const deleteCollection = operation({
  path: 'delete-folder-with-children',
  freesSpace: true,
  keyScope: 'write',
  summary:
    'Permanently deletes a collection with its contents, whether or not it is in the trash. This cannot be undone. A large collection is deleted by a job (202).',
  input: z.object({ folder_id: id }),
  output: z.object({ changed: z.number(), job: actionResult.job }),
  errors: ['collections.notFound', 'collections.readOnly', 'collections.rootFixed'],
  events: ['collection.trashed', 'collection.deleted'],
  touches: ['profile', 'jobs'],
})

export const placeCollection = operation({
  path: 'place-folder',
  keyScope: 'write',
  summary:
    'Moves a collection before another collection of the same parent in the manual order; without `before`, to the end.',
  input: z.object({ folder_id: id, before: z.optional(z.nullable(id)) }),
  errors: ['collections.notFound', 'collections.readOnly', 'collections.rootFixed', 'collections.inTrash'],
  touches: ['collections'],
})

export const favouriteCollection = operation({
  path: 'fav-folders',
  keyScope: 'write',
  summary: 'Adds a collection to the favourites (1) or removes it (0).',
  input: z.object({ folder_id: id, is_fav: flag }),
  errors: ['collections.notFound', 'collections.readOnly'],
  touches: ['favourites'],
})

export const listFavouriteCollections = operation({
  path: 'get-fav-folders',
  keyScope: 'read',
  summary: "Lists the favourite collections. The message is 'No folders in favourites!' when there are none.",
  input: z.object({ page }),
  output: z.array(collection),
  reads: ['favourites', 'collections', 'links'],
})
