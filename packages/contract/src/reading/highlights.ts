import { keyIdPattern } from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { envelope } from '../encryption/encryptedLink.ts'
import {
  highlight,
  highlightAnchor,
  highlightComment,
  highlightStyle,
  highlightText,
  highlightTexts,
} from './highlightShapes.ts'
import { operation } from '../operation.ts'
import { flag, id, ids, linkAddress, order, page, time } from '../shapes.ts'

/** The id of a new highlight: 128 random bits in base64url. */
const newId = z.string().check(z.regex(keyIdPattern))

/**
 * The link in which a page with highlights is saved, as lists of highlights show it. Name, address and thumbnail of an
 * encrypted link are envelopes; without the right to read the link, only its id is known.
 */
const savedPage = z.object({
  _id: id,
  name: z.string(),
  link: z.string(),
  thumbnail: z.string(),
  category: z.number(),
  enc: flag,
  isFile: flag,
  /** 1: it has a copy of the page, which the reader shows. */
  has_copy: flag,
  /** Its collection; empty for a link of another person. */
  parent: z.string(),
  parent_name: z.string(),
})
export type SavedPage = z.output<typeof savedPage>

/** The highlights of a page: the group of the specification. */
export const highlightPage = z.object({
  _id: id,
  /** The address, without a fragment that does not identify the page; '' for an encrypted link. */
  link: z.string(),
  /** When its first and its newest highlight were made. */
  create_date: time,
  update_date: time,
  /** 1: the page is that of an encrypted link, which has its title and its address. */
  enc: flag,
  /** The number of all its highlights. A list can have fewer: those that match, or those for which it has room. */
  count: z.number(),
  data: z.object({
    title: z.string(),
    /** In the order of the page; those without a known position last. */
    highlights: z.array(highlight),
  }),
  /**
   * The newest link of the caller with this address, not in the trash, the link of an uploaded file, or the encrypted link;
   * null when there is none.
   */
  saved: z.nullable(savedPage),
})
export type HighlightPage = z.output<typeof highlightPage>

export const allHighlights = operation({
  path: 'all-highlights',
  keyScope: 'read',
  summary:
    "Lists the caller's highlights by page, 50 pages at a time, those with the newest highlights first (order 1) or last (order 2). `style` and `has_comment` 1 keep only such highlights, `enc` 1 only the pages of encrypted links. " +
    'The highlights of one answer have at most 8 MB: a page beyond them has fewer than its `count`, and page-highlights returns them all.',
  input: z.object({
    page,
    order,
    style: z.optional(highlightStyle),
    has_comment: z.optional(flag),
    enc: z.optional(flag),
  }),
  output: z.array(highlightPage),
  reads: ['highlights', 'links', 'collections'],
})

export const searchHighlights = operation({
  path: 'search-highlights',
  keyScope: 'read',
  summary:
    'Searches highlights like all-highlights lists them: by the address of their page (type 1), or by words of text, comment and title (type 2), also by prefixes, "phrases" and -minus. ' +
    'Encrypted highlights are not found: the browser searches them.',
  input: z.object({
    type: z._default(z.union([z.literal(1), z.literal(2)]), 2),
    input: z.string().check(z.maxLength(limits.address)),
    page,
  }),
  output: z.array(highlightPage),
  reads: ['highlights', 'links', 'collections'],
})

export const countHighlights = operation({
  path: 'count-highlights',
  keyScope: 'read',
  summary:
    "Counts the caller's pages with highlights, and the highlights: all, those of each style from 1 to 4, and those with a comment.",
  output: z.object({
    pages: z.number(),
    highlights: z.number(),
    styles: z.array(z.number()),
    /** Without encrypted ones, whose comments only the browser sees. */
    with_comment: z.number(),
  }),
  reads: ['highlights'],
})

export const pageHighlights = operation({
  path: 'page-highlights',
  keyScope: 'read',
  summary:
    "Returns all the caller's highlights of a page by its address, or of an encrypted link by `link_id`; null when there are none.",
  input: z.object({ url: z.optional(linkAddress), link_id: z.optional(id) }),
  output: z.nullable(highlightPage),
  errors: ['links.linkRequired', 'links.linkInvalid', 'links.notFound'],
  reads: ['highlights', 'links', 'collections'],
})

/** The errors of calls that add highlights to a page. */
const addingErrors = [
  'links.linkRequired',
  'links.linkInvalid',
  'highlights.notFound',
  'highlights.textRequired',
  'highlights.textTooLong',
  'highlights.commentTooLong',
  'highlights.styleUnknown',
  'highlights.anchorInvalid',
  'highlights.tooMany',
  'plan.highlights',
] as const

export const saveHighlight = operation({
  path: 'save-highlight',
  keyScope: 'write',
  summary:
    'Creates a highlight, or changes the fields that are sent of the one with this `highlight_id`. A new one needs `url` and `text`; it can have an id of the client, 22 random characters in base64url, so that a repeated call creates it once. ' +
    'The same text at the same position of a page is one highlight. A highlight of an encrypted link needs `link_id` in place of `url`, an id of the client, and `sealed` in place of text, comment and anchor. ' +
    'The free plan allows 5 highlights per page, every plan 500.',
  input: z.object({
    highlight_id: z.optional(newId),
    url: z.optional(linkAddress),
    link_id: z.optional(id),
    /** The title of the page; a longer one is cut at 500 characters. */
    title: z.optional(z.string().check(z.maxLength(limits.address))),
    text: z.optional(highlightText),
    comm: z.optional(highlightComment),
    style: z.optional(highlightStyle),
    anchor: z.optional(z.nullable(highlightAnchor)),
    sealed: z.optional(envelope('highlight')),
    /** What has become of its words, as a client has found them. It is no change of the highlight. */
    found: z.optional(z.enum(['here', 'changed', 'gone'])),
    /** When a highlight was made that is created again, from 1990; otherwise it is made now. */
    create_date: z.optional(time),
  }),
  output: z.object({
    page_id: id,
    /** The number of highlights of the page. */
    count: z.number(),
    highlight,
  }),
  errors: [
    ...addingErrors,
    'links.notFound',
    'encryption.notAnEnvelope',
    'encryption.encrypted',
    'encryption.notEncrypted',
    'encryption.otherKey',
  ],
  events: ['highlight.created'],
})

export const deleteHighlight = operation({
  path: 'delete-highlight',
  freesSpace: true,
  keyScope: 'write',
  summary:
    'Deletes a highlight. save-highlight with its id and all its fields creates it again. `count` is the number that the page has left.',
  input: z.object({ highlight_id: id }),
  output: z.object({ page_id: id, count: z.number() }),
  errors: ['highlights.notFound'],
  touches: ['highlights'],
})

/** An entry of `highlights`. Unknown fields are ignored. */
export const highlightEntry = z.extend(highlightTexts, {
  _id: z.optional(id),
  style: z._default(highlightStyle, 1),
  create_date: z.optional(time),
})
export type HighlightEntry = z.output<typeof highlightEntry>

export const addUpdateHighlights = operation({
  path: 'add-update-highlights',
  keyScope: 'write',
  summary:
    'Writes several highlights of a page, all or none. `highlights` is a JSON array of { _id, text, comm, style, anchor, create_date } with at most 2 MB, of which only `text` is required. ' +
    'With `highlight_id`, the id of a page, it is the complete list of the page: entries are matched by `_id`, then by text, and the others are deleted; without anchor they keep theirs. ' +
    'Without it, they are added to the page of `url`; the same text at the same position is added once. Encrypted highlights are saved by save-highlight.',
  input: z.object({
    highlight_id: z.optional(z.nullable(id)),
    url: z.optional(linkAddress),
    title: z.optional(z.string().check(z.maxLength(limits.address))),
    highlights: z.string(),
  }),
  /** null when the page has no highlight left. */
  output: z.nullable(highlightPage),
  errors: [...addingErrors, 'highlights.listInvalid', 'request.tooLarge', 'encryption.encrypted'],
  events: ['highlight.created'],
})

export const deleteHighlights = operation({
  path: 'delete-highlights',
  freesSpace: true,
  keyScope: 'write',
  summary:
    'Deletes highlights, and pages with all their highlights, by id. Ids that do not exist any more are ignored, unless none exists.',
  input: z.object({ highlights: ids }),
  output: z.object({
    /** The number of highlights. */
    deleted: z.number(),
  }),
  errors: ['highlights.noneChosen', 'highlights.notFound'],
  touches: ['highlights'],
})

/** The result of an import of highlights. */
export const highlightReport = z.object({
  /** Pages that got highlights. */
  pages: z.number(),
  /** Highlights that were added. */
  highlights: z.number(),
  /** Highlights that were there before. */
  existing: z.number(),
  /** What was left out. */
  skipped: z.number(),
  /** Those of the skipped highlights that exceed the limits of a page. */
  no_room: z.number(),
  /** Texts and comments that were cut. */
  shortened: z.number(),
  /** The first entries of the file that were left out or cut, with the reason. */
  rows: z.array(
    z.object({
      row: z.number(),
      reason: z.string(),
      title: z.optional(z.string()),
      address: z.optional(z.string()),
    }),
  ),
})
export type HighlightReport = z.output<typeof highlightReport>

export const importHighlights = operation({
  path: 'import-highlights',
  keyScope: 'write',
  summary:
    'Imports the RSS export of Diigo (multipart: `file`, at most 10 MB) as a job. Returns 202 and the job, whose `highlights` is the report. A file that is imported again adds nothing. A file with a document type is refused.',
  cost: 'import',
  transport: 'upload',
  output: z.object({ job: id }),
  errors: ['highlights.onlyXml', 'transfer.alreadyRunning', 'request.tooLarge'],
  touches: ['jobs'],
})

export const exportHighlights = operation({
  path: 'export-highlights',
  keyScope: 'read',
  summary:
    "Returns a file with the caller's highlights, the newest page first: nestmark-highlights.md, .csv with the columns of Readwise, or .json. Encrypted ones are left out.",
  cost: 'export',
  transport: 'download',
  input: z.object({ format: z.enum(['markdown', 'csv', 'json']) }),
  output: z.string(),
})
