import * as z from 'zod/mini'
import { operation, writingErrors } from '../operation.ts'
import { flag, id, time } from '../shapes.ts'

/** The stored copies of a page: the full page and its article, the article only, or none. */
export const archiveMode = z.enum(['full', 'reader', 'never'])
export type ArchiveMode = z.output<typeof archiveMode>

/**
 * `none`: no copy was stored or attempted. `off`: copies are disabled by choice. `failed`: there is no copy, for
 * the reason in `fault`.
 */
export const copyState = z.enum(['none', 'waiting', 'keeping', 'kept', 'failed', 'off'])
export type CopyState = z.output<typeof copyState>

/** Why no copy could be stored. */
export const copyFailure = z.enum([
  /** The site did not answer. */
  'noAnswer',
  /** The site answered with an error. */
  'refused',
  /** The page does not exist (any more). */
  'gone',
  /** The rules of the site (robots.txt) exclude automatic copies. */
  'robots',
  'slow',
  'tooLarge',
  /** The page cannot be read. */
  'unreadable',
  /** The address is a file of a type that is not stored. */
  'type',
  /** The storage of the owner's plan, or of the server, is full. */
  'noRoom',
  /** The store of files does not answer. */
  'storeAway',
])
export type CopyFailure = z.output<typeof copyFailure>

/** The result of the last attempt, compared with the previous version. */
export const pageState = z.enum(['same', 'changed', 'gone'])
export type PageState = z.output<typeof pageState>

export const copyVersion = z.object({
  number: z.number(),
  kept_at: time,
  /** `file`: the address is a picture or a document, which is stored unchanged. */
  mode: z.enum(['full', 'reader', 'file']),
  /** `text`: no article was found, so the reader has all words of the page. */
  kind: z.enum(['article', 'text', 'file']),
  title: z.string(),
  byline: z.string(),
  site_name: z.string(),
  /** By BCP 47; '' when unknown. */
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  words: z.number(),
  published_at: z.nullable(time),
  pictures_wanted: z.number(),
  pictures_kept: z.number(),
  /** Stored bytes. */
  size: z.number(),
  /** The address of the article in HTML, relative to this server and valid for five minutes. */
  reader: z.nullable(z.string()),
  /** The address of the full page, or of the file. */
  copy: z.nullable(z.string()),
})

/** The formats in which a browser renders a page. */
export const captureFormat = z.enum(['pdf', 'screenshot'])
export type CaptureFormat = z.output<typeof captureFormat>

/** A PDF or a screenshot of the page, as a browser shows it. A link has one of each. */
export const capture = z.object({
  format: captureFormat,
  kept_at: time,
  /** Stored bytes. */
  size: z.number(),
  /** Relative to this server and valid for five minutes. */
  address: z.string(),
})
export type Capture = z.output<typeof capture>

export const pageCopies = z.object({
  state: copyState,
  /** Why the last attempt failed; null when it did not. */
  fault: z.nullable(copyFailure),
  page: pageState,
  /** The choice for this link; null when it follows the choice of its owner. */
  keep: z.nullable(archiveMode),
  /** The copies that are stored of this page, within the limits of the plan and the server. */
  keeps: archiveMode,
  tried_at: z.nullable(time),
  /** When the page was last equal to the newest version. */
  checked_at: z.nullable(time),
  /** The newest first; at most three. */
  versions: z.array(copyVersion),
  captures: z.array(capture),
})
export type PageCopies = z.output<typeof pageCopies>

export const getCopy = operation({
  path: 'get-copy',
  keyScope: 'read',
  summary:
    'Returns the copies of the page of a link, with the addresses of their HTML. Only the owner and members of its collection have access, not the public. Show the HTML in a sandboxed frame.',
  input: z.object({ link_id: id }),
  output: pageCopies,
  errors: ['links.notFound', 'copies.membersOnly', 'plan.bandwidth'],
  reads: ['copies'],
})

export const archivePage = operation({
  path: 'keep-page',
  keyScope: 'write',
  summary:
    'Stores a copy of the page of a link in the background, or a new version when its text has changed since. The last three versions are retained.',
  cost: 'archivePage',
  input: z.object({ link_id: id }),
  output: pageCopies,
  errors: ['links.notFound', 'links.readOnly', 'copies.noAddress', 'copies.off'],
  touches: ['copies'],
})

export const archivePageFile = operation({
  path: 'keep-page-file',
  keyScope: 'write',
  summary:
    'Stores a page that a program has saved as one HTML file, for example the browser extension SingleFile (multipart: `file`, `url`, optional `parent`, `tags`, separated by commas, and `plain` = 1 to save into a collection with a key, in plain text). ' +
    'It becomes a version of the page of the link with this address, fragment and query included, in the library of the caller; without one, the link is saved, to `parent` or the top level. Nothing is fetched from the site. At most 20 MB.',
  cost: 'archivePage',
  transport: 'upload',
  output: z.object({
    /** The link. */
    _id: id,
    /** 1 when the link was saved by this call. */
    created: flag,
    /** The number of the newest version. */
    number: z.number(),
  }),
  errors: [
    'transfer.noFile',
    'links.linkRequired',
    'links.linkInvalid',
    ...writingErrors,
    'encryption.plainText',
    'copies.off',
    'copies.unreadable',
    'files.storeAway',
    'plan.links',
    'plan.storage',
    'request.tooLarge',
    'request.tooMany',
    'server.busy',
    'server.full',
  ],
  events: ['link.created'],
  touches: ['copies', 'storage'],
})

export const archivePageUpload = operation({
  path: 'keep-page-upload',
  keyScope: 'write',
  summary:
    'Stores the page of a complete upload with `purpose` `copy` as a version of the page of a link: the page as its reader saw it, for example behind a login. ' +
    'Nothing is fetched from the site: pictures, sheets and fonts are in the page as `data:` addresses. The upload ends with it. May be repeated.',
  cost: 'archivePage',
  input: z.object({ upload_id: id, link_id: id }),
  output: pageCopies,
  errors: [
    'links.notFound',
    'links.readOnly',
    'copies.noAddress',
    'copies.off',
    'copies.unreadable',
    'files.uploadNotFound',
    'files.partsMissing',
    'files.storeAway',
    'plan.storage',
    'request.tooMany',
    'server.busy',
    'server.full',
  ],
  touches: ['copies', 'storage'],
})

/** The copies of a page after some were deleted. */
export const copiesAfterDrop = z.extend(pageCopies, {
  /** The key to restore what was deleted; null when there was nothing. */
  undo: z.nullable(id),
})

export const dropCopy = operation({
  path: 'drop-copy',
  keyScope: 'write',
  summary:
    'Deletes a version of the page of a link, or all versions. `restore-copy` restores them for 24 hours with `undo`. May be repeated.',
  input: z.object({ link_id: id, number: z.optional(z.int()) }),
  output: copiesAfterDrop,
  errors: ['links.notFound', 'links.readOnly'],
  touches: ['copies', 'storage'],
})

export const restoreCopy = operation({
  path: 'restore-copy',
  keyScope: 'write',
  summary:
    'Restores the versions of the page of a link, or its PDF or screenshot, that were deleted in the last 24 hours, as far as the quota of the owner allows.',
  input: z.object({ link_id: id, undo: id }),
  output: z.extend(pageCopies, {
    /** Number of versions, PDFs and screenshots. */
    restored: z.number(),
    /** Number of those that cannot be restored, because the page has the same or another one again. */
    skipped: z.number(),
  }),
  errors: ['links.notFound', 'links.readOnly', 'undo.expired', 'plan.storage'],
  touches: ['copies', 'storage'],
})

export const keepCollection = operation({
  path: 'keep-collection',
  keyScope: 'write',
  summary:
    'Stores copies of the pages of all links in a collection and its descendants that have none, in a background job with progress. The rules of the sites (robots.txt) are obeyed.',
  cost: 'archivePage',
  input: z.object({ folder_id: id }),
  output: z.object({ job: id }),
  errors: [...writingErrors, 'copies.off', 'copies.running'],
  touches: ['jobs'],
})

export const updateKeepCopies = operation({
  path: 'update-keep-copies',
  keyScope: 'write',
  summary:
    "Saves which copies are stored of the pages of the caller's links: the full page and its article (full), the article (reader), or none (never). It applies from now on, to links without a separate choice.",
  input: z.object({ keep_copies: archiveMode }),
  touches: ['profile', 'copies'],
})

export const updateLinkCopies = operation({
  path: 'update-link-copies',
  keyScope: 'write',
  summary:
    'Saves which copies are stored of the page of one link; null follows the choice of its owner. Existing copies remain.',
  input: z.object({ link_id: id, keep: z.nullable(archiveMode) }),
  output: pageCopies,
  errors: ['links.notFound', 'links.readOnly'],
  touches: ['copies'],
})
