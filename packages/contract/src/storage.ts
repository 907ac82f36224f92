import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { flag, id, time } from './shapes.ts'

/** The kind of stored data: files, encrypted files, copies of pages, or all. */
export const storedKind = z.enum(['all', 'files', 'encrypted', 'copies'])
export type StoredKind = z.output<typeof storedKind>

/**
 * A set of files that can be removed together: those in the trash, older versions of page copies, PDFs and screenshots of
 * pages, or uploaded files that nobody opened for a year.
 */
export const storedSet = z.enum(['trash', 'oldCopies', 'captures', 'unopened'])
export type StoredSet = z.output<typeof storedSet>

export const getStorageDetails = operation({
  path: 'get-storage-details',
  keyScope: 'read',
  summary:
    'Returns the storage of the person by kind: files and copies of pages by category, encrypted files, the largest collections with all that is in them, the trash, older versions of copies, PDFs and screenshots of pages, and files that nobody opened for a year. Bytes that several links share are counted for each of them.',
  output: z.object({
    /** Bytes of uploads that have not ended. */
    reserved: z.number(),
    categories: z.array(z.object({ category: z.number(), files: z.number(), copies: z.number() })),
    /** Encrypted files, which the categories do not count, and their bytes. */
    encrypted: z.object({ files: z.number(), bytes: z.number() }),
    /** The largest first, at most 100. */
    collections: z.array(
      z.object({
        _id: id,
        name: z.string(),
        /** The names of the collections above it, without the root. */
        path: z.array(z.string()),
        bytes: z.number(),
      }),
    ),
    /** How many of their bytes are counted again, because several links share them. */
    shared: z.number(),
    trash: z.object({ links: z.number(), files: z.number(), bytes: z.number() }),
    /** Older versions of copies, without the trash. */
    old_copies: z.object({ pages: z.number(), bytes: z.number() }),
    /** PDFs and screenshots of pages, without the trash. */
    captures: z.object({ pages: z.number(), bytes: z.number() }),
    /** Uploaded files of links whose files nobody opened for a year, without the trash. */
    unopened: z.object({ links: z.number(), files: z.number(), bytes: z.number() }),
    /** Removals whose files and copies of pages can be restored, the newest first. */
    restorable: z.array(
      z.object({
        undo: id,
        files: z.number(),
        /** Versions, PDFs and screenshots of pages. */
        copies: z.number(),
        removed_at: time,
      }),
    ),
  }),
  reads: ['links', 'collections', 'storage', 'copies', 'trash'],
})

export const storedLink = z.object({
  _id: id,
  /** An envelope with `enc` 1. */
  name: z.string(),
  enc: flag,
  category: z.number(),
  thumbnail: z.string(),
  parent: z.string(),
  parent_name: z.string(),
  create_date: time,
  is_trash: z.number(),
  /** Number of files. */
  files: z.number(),
  /** Number of versions of its page copy. */
  versions: z.number(),
  /** Number of PDFs and screenshots of its page. */
  captures: z.number(),
  bytes: z.number(),
})
export type StoredLink = z.output<typeof storedLink>

export const listStoredLinks = operation({
  path: 'list-stored-links',
  keyScope: 'read',
  summary:
    'Returns the links whose files and copies of pages count for the person, the largest first, 50 on a page. With `folder_id` those of a collection and its descendants. With `from` only the files of these sets are listed and counted, for example before they are removed.',
  input: z.object({
    kind: z.optional(storedKind),
    folder_id: z.optional(z.nullable(id)),
    from: z.optional(z.array(storedSet).check(z.maxLength(4))),
    page: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  }),
  output: z.object({ links: z.array(storedLink), total: z.number() }),
  reads: ['links', 'collections', 'storage', 'copies', 'trash'],
})

export const removeStoredFiles = operation({
  path: 'remove-stored-files',
  freesSpace: true,
  keyScope: 'write',
  summary:
    'Removes files and copies of pages, but not the links: those of chosen links, of the entire trash, older versions of copies, PDFs and screenshots of pages, or uploaded files that nobody opened for a year. One call handles at most 200 links; call again with `undo`, and with `next` as `after`, until `next` is null. ' +
    'They can be restored with `undo` for 24 hours.',
  input: z
    .object({
      linkIdArr: z.optional(z.array(id).check(z.maxLength(500))),
      from: z.optional(storedSet),
      what: z.optional(storedKind),
      undo: z.optional(id),
      /** The start of the batch: `next` of the previous call. */
      after: z.optional(z.string().check(z.maxLength(64))),
    })
    .check(
      // Otherwise the files of all links of the set would be removed.
      z.refine(
        ({ linkIdArr = [], from }) => linkIdArr.length === 0 || from === undefined,
        'Choose links or a set, not both.',
      ),
    ),
  output: z.object({
    /** Number of links. */
    changed: z.number(),
    /** Bytes that are free now. */
    bytes: z.number(),
    next: z.nullable(z.string()),
    /** The key to restore the files and copies; null when there were none. */
    undo: z.nullable(id),
  }),
  errors: ['links.noneChosen', 'links.notFound', 'undo.expired'],
  touches: ['links', 'storage', 'copies', 'trash'],
})

export const restoreStoredFiles = operation({
  path: 'restore-stored-files',
  keyScope: 'write',
  summary:
    'Restores files and copies of pages that were removed in the last 24 hours, as far as the quota allows. One call restores at most 200; call again while `left` is not 0.',
  input: z.object({ undo: id }),
  output: z.object({
    /** Number of files. */
    changed: z.number(),
    /** Number of versions, PDFs and screenshots of pages. */
    copies: z.number(),
    left: z.number(),
    /** Number of files and copies that cannot be restored, because their link has others. */
    skipped: z.number(),
  }),
  errors: ['undo.expired', 'plan.storage'],
  touches: ['links', 'storage', 'copies', 'trash'],
})
