import { columnRoles } from '@nestmark/core/bookmarkFormats/csv/columnRoles'
import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { collectionName, flag, id } from '../shapes.ts'

/** What becomes of a file; absent values are the defaults. */
export const importChoices = z.object({
  /** `beside` the top-level collections, into one `new` collection, or `into` the collection `parent`. */
  where: z._default(z.enum(['beside', 'new', 'into']), 'beside'),
  parent: z.optional(id),
  /** The name of the new collection. */
  name: z.optional(collectionName),
  /** Whether a folder joins the collection of the same name in the same place. */
  same_named: z._default(z.enum(['join', 'apart']), 'join'),
  /** As tags, all links go into the target, with the names of their folders as tags. */
  folders: z._default(z.enum(['collections', 'tags']), 'collections'),
  /** What becomes of links whose address is saved already, compared as in `find-saved`. */
  existing: z._default(z.enum(['leaveOut', 'addTags', 'keepBoth']), 'addTags'),
  /** 1: the marks for links to read, archived and private links become the tags unread, archived and private. */
  states_as_tags: z._default(flag, 0),
  /** 0: the pictures that the file names are not fetched. */
  pictures: z._default(flag, 1),
  /** 1: the pages of the new links are read after the import, for titles, descriptions and pictures that the file lacks. */
  pages: z._default(flag, 0),
  /** 1: the links may go into a collection with a key, in plain text. */
  plain: z._default(flag, 0),
  /** What the columns of a table (format `csv`) are, in their order; absent: as guessed. */
  columns: z.optional(z.array(z.enum(columnRoles)).check(z.maxLength(100))),
  /** The folders that are left out with what is in them, by their numbers in the file (`tree.place`). */
  left_out: z.optional(z.array(z.number()).check(z.maxLength(1000))),
})
export type ImportChoices = z.output<typeof importChoices>

export const defaultChoices: ImportChoices = {
  where: 'beside',
  same_named: 'join',
  folders: 'collections',
  existing: 'addTags',
  states_as_tags: 0,
  pictures: 1,
  pages: 0,
  plain: 0,
}

/** What an import would do, besides the counts of its report. Nothing of it is written. */
export const importPreview = z.object({
  choices: importChoices,
  /** The size of the file in bytes. */
  size: z.number(),
  tags: z.number(),
  /** Links with a note or a description. */
  notes: z.number(),
  /** The levels of folders. */
  depth: z.number(),
  /** The skipped rows by reason, the most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), total: z.number() })),
  /** The new links by the year in which they were saved, as far as the file has dates. */
  years: z.array(z.object({ year: z.number(), links: z.number() })),
  /** Where the links will be: the first collections in the order of the file; `level` counts from 0. */
  tree: z.array(
    z.object({
      name: z.string(),
      level: z.number(),
      links: z.number(),
      joins: z.boolean(),
      /** The number of the folder in the file, from 1. */
      place: z.number(),
      /** True for a folder that a person left out; what is in it is not listed. */
      left_out: z.optional(z.boolean()),
    }),
  ),
  /** The number of collections, also of those that `tree` leaves out. */
  folders: z.number(),
  /** The columns of a table, with their first text and what they are taken for; absent for other formats. */
  columns: z.optional(z.array(z.object({ name: z.string(), sample: z.string(), role: z.enum(columnRoles) }))),
  /** The links that go directly into the target. */
  top: z.number(),
  /** Where the file breaks off. */
  broken: z.optional(z.object({ row: z.number(), reason: z.string() })),
  /** What does not fit into the plan. */
  over: z.optional(z.object({ links: z.number(), collections: z.number() })),
})
export type ImportPreview = z.output<typeof importPreview>

const input = z.object({ job: id, choices: z._default(importChoices, defaultChoices) })
const errors = [
  'jobs.notFound',
  'transfer.previewEnded',
  'transfer.alreadyRunning',
  'collections.notFound',
  'collections.readOnly',
  'collections.otherOwner',
  'encryption.plainText',
] as const

export const previewImport = operation({
  path: 'preview-import',
  keyScope: 'write',
  summary:
    'Computes the preview of an import again, with other choices. `job` is the job of `import-bookmarks` with `preview` = 1, within a day of the upload. Nothing is written. `job-status` then has the preview in `report.preview`.',
  cost: 'previewImport',
  input,
  output: z.object({ job: id }),
  errors,
  touches: ['jobs'],
})

/** What an import changes. */
export const importTopics = [
  'links',
  'collections',
  'tags',
  'favourites',
  'highlights',
  'profile',
  'jobs',
  'storage',
  'copies',
  'feeds',
  'searches',
  'rules',
] as const

export const startImport = operation({
  path: 'start-import',
  keyScope: 'write',
  summary:
    'Imports the file of a preview with these choices; it is not sent again. The job keeps its id, which undoes the import for 30 days. A repeated call returns the same job.',
  input,
  output: z.object({ job: id }),
  errors: [...errors, 'plan.collections'],
  touches: ['jobs', 'collections'],
})
