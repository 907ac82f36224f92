import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { collection, actionResult, ids, link, page, time } from './shapes.ts'

/** Every item of one kind in the trash except `except`, in place of ids. */
const everyTrashed = {
  every: z.optional(z.strictObject({ trash: z.literal(1) })),
  except: z.optional(ids),
}

/** A collection in the trash. `inside` counts what was trashed with it. */
export const trashedCollection = z.extend(collection, {
  trashed_at: time,
  /** The names of the collections that it was in, joined by ' / '; '' at the top level. */
  was_in: z.string(),
})
export type TrashedCollection = z.output<typeof trashedCollection>

export const listTrashedCollections = operation({
  path: 'get-trashed-collections',
  keyScope: 'read',
  summary:
    'Lists the trashed collections, newest first; of a trashed subtree, only its top, with when it was trashed, where it was, and how much is inside. `get-folder-data`, `get-folder-folders-from-path` and `get-folder-links-from-path` read what is inside.',
  input: z.object({ page }),
  output: z.object({ folders: z.array(trashedCollection), page: z.number(), total: z.number() }),
  reads: ['trash'],
})

export const countTrash = operation({
  path: 'count-trash',
  keyScope: 'read',
  summary:
    'Counts what the permanent deletion of trashed collections would delete: by id, or with `every` all in the trash except `except`. Includes links and collections inside that were trashed before.',
  input: z.object({ folderIdArr: z._default(ids, []), ...everyTrashed }),
  output: z.object({
    links: z.number(),
    /** The collections themselves and all their descendants. */
    collections: z.number(),
  }),
  errors: ['collections.noneChosen', 'collections.notFound', 'collections.readOnly'],
  reads: ['trash'],
})

export const listTrashedLinks = operation({
  path: 'get-trashed-links',
  keyScope: 'read',
  summary: 'Lists the trashed links, newest first.',
  input: z.object({ page }),
  output: z.object({ links: z.array(link), page: z.number(), total: z.number() }),
  reads: ['trash'],
})

export const deleteTrashedCollections = operation({
  path: 'delete-trashed-collections',
  freesSpace: true,
  keyScope: 'write',
  summary:
    'Permanently deletes trashed collections with their contents: by id, or with `every` all in the trash except `except`.',
  input: z.object({ folderIdArr: z._default(ids, []), ...everyTrashed }),
  output: z.object({ changed: z.number(), job: actionResult.job }),
  errors: ['collections.noneChosen', 'collections.notFound', 'collections.readOnly'],
  events: ['collection.deleted'],
  touches: ['jobs'],
})

export const deleteTrashedLinks = operation({
  path: 'delete-trashed-links',
  freesSpace: true,
  keyScope: 'write',
  summary: 'Permanently deletes trashed links: by id, or with `every` all in the trash except `except`.',
  input: z.object({ linkIdArr: z._default(ids, []), ...everyTrashed }),
  output: z.object({ changed: z.number(), job: actionResult.job }),
  errors: ['links.noneChosen', 'links.notFound', 'links.readOnly'],
  events: ['link.deleted'],
  touches: ['jobs'],
})

export const emptyTrash = operation({
  path: 'empty-trash',
  freesSpace: true,
  keyScope: 'write',
  summary: 'Permanently deletes all trashed collections (1) or all trashed links (2).',
  input: z.object({ type: z.union([z.literal(1), z.literal(2)]) }),
  output: z.object({ changed: z.number(), job: actionResult.job }),
  events: ['collection.deleted', 'link.deleted'],
  touches: ['jobs'],
})
