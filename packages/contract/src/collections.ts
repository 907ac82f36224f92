import * as z from 'zod/mini'
import { operation } from './operation.ts'
import {
  breadcrumbEntry,
  collection,
  collectionDesc,
  collectionName,
  deed,
  flag,
  folderSort,
  id,
  ids,
  nothing,
  order,
  page,
  searchInput,
  treeNode,
} from './shapes.ts'

const collectionPage = {
  folders: z.array(collection),
  page: z.number(),
  total: z.number(),
}

export const createFolder = operation({
  path: 'create-folder',
  summary:
    'Makes a collection. Without `parent` it lies at the top. The same `Idempotency-Key` header gives the same collection; with another call or other input it is refused (409).',
  input: z.object({
    name: collectionName,
    desc: z._default(collectionDesc, ''),
    parent: z.optional(z.nullable(id)),
  }),
  output: collection,
  errors: [
    'collections.notFound',
    'collections.readOnly',
    'collections.inTrash',
    'collections.tooDeep',
    'request.keyReused',
    'plan.collections',
  ],
  events: ['collection.created'],
})

export const updateFolder = operation({
  path: 'update-folder',
  summary:
    'Renames or describes a collection. `before`, when sent, must be what it says now: somebody else may have been faster.',
  input: z.object({
    folder_id: id,
    name: z.optional(collectionName),
    desc: z.optional(collectionDesc),
    before: z.optional(z.object({ name: z.string(), desc: z.string() })),
  }),
  output: collection,
  errors: [
    'collections.notFound',
    'collections.readOnly',
    'collections.rootFixed',
    'collections.changedElsewhere',
  ],
  events: ['collection.updated'],
})

export const getFolderChain = operation({
  path: 'get-folder-chain',
  summary: 'The whole tree of collections, without trash. The top node is the root.',
  input: nothing,
  output: treeNode,
  reads: ['collections', 'links'],
})

export const dashboardFolders = operation({
  path: 'dashboard-folders',
  summary: 'The collections at the top, most recently updated first.',
  input: z.object({ input: z.optional(searchInput), sort: folderSort, order, page }),
  output: z.object(collectionPage),
  reads: ['collections', 'links', 'favourites'],
})

export const getFolderData = operation({
  path: 'get-folder-data',
  summary: 'One collection with its way from the top.',
  input: z.object({ folder_id: id }),
  output: z.object({ folder: collection, breadcrumb: z.array(breadcrumbEntry) }),
  errors: ['collections.notFound', 'collections.private'],
  access: 'visitor',
  reads: ['collections', 'links', 'favourites'],
})

export const getFolderFolders = operation({
  path: 'get-folder-folders-from-path',
  summary: 'A collection, its way from the top, and the collections inside it, 50 a page.',
  input: z.object({ folder_id: id, input: z.optional(searchInput), sort: folderSort, order, page }),
  output: z.object({ folder: collection, breadcrumb: z.array(breadcrumbEntry), ...collectionPage }),
  errors: ['collections.notFound', 'collections.private'],
  access: 'visitor',
  reads: ['collections', 'links', 'favourites'],
})

/** All collections inside one, or those whose name holds `input`. */
const everyInside = z.strictObject({ folder_id: id, input: z.optional(searchInput) })
/** What collections a deed is done with: all of these but `except`, in place of ids. */
const folderTargets = { every: z.optional(everyInside), except: z.optional(ids) }

export const moveFolders = operation({
  path: 'move-folders',
  summary:
    'Moves collections, with all that lies beneath, into another one. More than 5, or a large subtree, by a job (202).',
  input: z.object({ folders: z._default(ids, []), ...folderTargets, move_to: z.optional(z.string()) }),
  output: z.object({ moved: z.number(), ...deed }),
  errors: [
    'collections.noneChosen',
    'collections.noDestination',
    'collections.intoItself',
    'collections.rootFixed',
    'collections.notFound',
    'collections.readOnly',
    'collections.inTrash',
    'collections.otherOwner',
    'collections.tooDeep',
  ],
  events: ['collection.movedAway', 'collection.movedHere'],
  touches: ['jobs'],
})

/** Where restored collections went whose old parent is gone. */
export const placed = z.array(z.object({ _id: id, parent: id, parent_name: z.string() }))

export const trashFolders = operation({
  path: 'trash-collections',
  summary:
    'Trashes (isTrash 1) or restores (0) collections with all that lies beneath. More than 5, or a large subtree, by a job (202).',
  input: z.object({
    folderIdArr: z.optional(ids),
    /** The other name the specification uses for the same list. */
    folders: z.optional(ids),
    ...folderTargets,
    /** `trash` 1: all that lie in the trash. */
    every: z.optional(z.union([everyInside, z.strictObject({ trash: z.literal(1) })])),
    isTrash: z._default(flag, 1),
    parent: z.optional(z.nullable(z.string())),
  }),
  output: z.object({
    changed: z.number(),
    /** Where a restored collection went when its old parent is gone: its id, and where it lies now. */
    placed,
    ...deed,
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

export const deleteFolder = operation({
  path: 'delete-folder-with-children',
  summary:
    'Deletes a collection with all that lies beneath for good, from the trash or not. This cannot be taken back. A large one by a job (202).',
  input: z.object({ folder_id: id }),
  output: z.object({ changed: z.number(), job: deed.job }),
  errors: ['collections.notFound', 'collections.readOnly', 'collections.rootFixed'],
  events: ['collection.trashed', 'collection.deleted'],
  touches: ['profile', 'jobs'],
})

export const placeFolder = operation({
  path: 'place-folder',
  summary:
    'Puts a collection before another one of the same parent in the order by hand; without `before` at the end.',
  input: z.object({ folder_id: id, before: z.optional(z.nullable(id)) }),
  output: nothing,
  errors: ['collections.notFound', 'collections.readOnly', 'collections.rootFixed', 'collections.inTrash'],
  touches: ['collections'],
})

export const favFolder = operation({
  path: 'fav-folders',
  summary: 'Marks a collection as a favourite (1) or takes the mark away (0).',
  input: z.object({ folder_id: id, is_fav: flag }),
  output: nothing,
  errors: ['collections.notFound', 'collections.readOnly'],
  touches: ['favourites'],
})

export const getFavFolders = operation({
  path: 'get-fav-folders',
  summary: "The favourite collections; the message is 'No folders in favourites!' when there are none.",
  input: z.object({ page }),
  output: z.array(collection),
  reads: ['favourites', 'collections', 'links'],
})
