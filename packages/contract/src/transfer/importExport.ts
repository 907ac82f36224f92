import * as z from 'zod/mini'
import { importPreview } from './importPreview.ts'
import { operation } from '../operation.ts'
import { id, time } from '../shapes.ts'

/**
 * Data of the file that Nestmark does not support: uploaded files, which bookmark files do not contain (of links that
 * were imported with their address, and of links that were skipped, because they consist of their file), pictures that are not web addresses, marks for
 * private links, links to read and archived links, keywords of browsers, feeds of pages, separators between links, and further
 * folders of a link, which became tags. `order` is only in reports of older versions.
 */
export const unsupported = z.enum([
  'file',
  'skippedFile',
  'picture',
  'order',
  'private',
  'toRead',
  'keyword',
  'feed',
  'separator',
  'archived',
  'otherFolders',
])

export const importReport = z.object({
  /** The format of the file, by its content: an id of `docs/formats.md`. */
  format: z.optional(z.string()),
  links: z.number(),
  folders: z.number(),
  /** Rows that were skipped on purpose or as duplicates. */
  skipped: z.number(),
  /** The number of highlights that were added. */
  highlights: z.optional(z.number()),
  /** Of the ZIP of an export of everything: its files and page files that were imported, and those that were not. */
  files: z.optional(z.number()),
  filesLeft: z.optional(z.number()),
  /** The number of skipped rows that exceed the limits of the plan. */
  noRoom: z.optional(z.number()),
  /** The number of links that were saved already and got tags or notes of the file. */
  added: z.optional(z.number()),
  /** Names and titles that were truncated to the limits. */
  shortened: z.number(),
  /** The first rows that were skipped or changed, with the reason, and the title and the address of the link. */
  rows: z.array(
    z.object({
      row: z.number(),
      reason: z.string(),
      title: z.optional(z.string()),
      address: z.optional(z.string()),
    }),
  ),
  /** The data of imported rows that was not imported, and the first rows with it. */
  unsupported: z.optional(
    z.array(z.object({ what: unsupported, total: z.number(), rows: z.array(z.number()) })),
  ),
  /**
   * Addresses of the file that were already saved before the import, compared as in `find-saved`, and the newest link
   * for each of the first ones. A link with the same title in the same collection was skipped; the others were added anyway.
   */
  existing: z.optional(
    z.object({
      total: z.number(),
      links: z.array(
        z.object({
          row: z.number(),
          _id: id,
          name: z.string(),
          link: z.string(),
          parent: id,
          parent_name: z.string(),
        }),
      ),
    }),
  ),
  /** The job that reads the pages of the new links afterwards (`pages` of the choices); `cancel-job` stops it. */
  reading: z.optional(id),
  /** Only of a preview, whose other counts are what an import would do. */
  preview: z.optional(importPreview),
})

export type ImportReport = z.output<typeof importReport>

export const importBookmarks = operation({
  path: 'import-bookmarks',
  keyScope: 'write',
  summary:
    'Imports a bookmark file (multipart: `file`, optional `type`: `html`, or an id of the formats in docs/formats.md; without it the content decides; optional `parent`, `is_new` = 1 to count it as created by the import, and `plain` = 1 to import into a collection with a key, in plain text) as a job. Folders become nested collections. Returns 202 and the job. `undo` with the id of the job undoes it for 30 days. With `preview` = 1 nothing is imported: the job computes a preview, which `job-status` has in `report.preview`; the file is stored for a day, for `start-import`.',
  cost: 'import',
  transport: 'upload',
  output: z.object({ job: id }),
  errors: [
    'transfer.noFile',
    'transfer.notBookmarks',
    'transfer.alreadyRunning',
    'collections.notFound',
    'collections.readOnly',
    'collections.otherOwner',
    'encryption.plainText',
    'request.tooLarge',
  ],
  touches: ['jobs'],
})

export const listImports = operation({
  path: 'recent-imports',
  keyScope: 'read',
  summary:
    'Lists the imports of the last 30 days that added something, the newest first. `undo` with the id of the job moves what an import created to the trash; highlights are removed. It was done already where `undone` is true. A search for `import:` and the id finds the links that it created.',
  output: z.array(
    z.object({
      job: id,
      at: time,
      links: z.number(),
      folders: z.number(),
      highlights: z.number(),
      undone: z.boolean(),
      /** The job that reads the pages of the new links. */
      reading: z.optional(id),
    }),
  ),
  reads: ['jobs'],
})

export const exportBookmarks = operation({
  path: 'export-bookmarks',
  keyScope: 'read',
  summary:
    'Returns the file nestmark.html with every collection and link, except encrypted ones, whose number is in a comment of the file and in `export-size`. Browsers and import-bookmarks can read it. Each user can export it once in five minutes, apart from `export-library`.',
  cost: 'export',
  transport: 'download',
  output: z.string(),
})
