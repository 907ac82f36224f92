import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { id, nothing } from './shapes.ts'

export const importReport = z.object({
  links: z.number(),
  folders: z.number(),
  /** Rows left out on purpose or because they are here already. */
  skipped: z.number(),
  /** How many of these were left out because the plan holds no more. */
  noRoom: z.optional(z.number()),
  /** Names and titles cut to our limits. */
  shortened: z.number(),
  /** The first rows that were left out or changed, with the reason. */
  rows: z.array(z.object({ row: z.number(), reason: z.string() })),
  /**
   * Addresses of the file that were kept before the import began, compared as `find-saved` does, and the newest link with
   * each of the first of them. What lay in its very place under the same title was left out; the rest was added all the same.
   */
  kept: z.optional(
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
})

export type ImportReport = z.output<typeof importReport>

export const importBookmarks = operation({
  path: 'import-bookmarks',
  summary:
    'Takes a bookmark file (multipart: `file`, `type` = html, optional `parent`) and imports it as a job. Folders become nested collections. 202 and the job.',
  cost: 'import',
  transport: 'upload',
  input: nothing,
  output: z.object({ job: id }),
  errors: [
    'transfer.noFile',
    'transfer.notBookmarks',
    'transfer.alreadyRunning',
    'collections.notFound',
    'collections.readOnly',
    'collections.otherOwner',
    'request.tooLarge',
  ],
  touches: ['jobs'],
})

export const exportBookmarks = operation({
  path: 'export-bookmarks',
  summary:
    'Answers the file nestmark.html with every collection and link, readable by browsers and by import-bookmarks.',
  cost: 'export',
  transport: 'download',
  input: nothing,
  output: z.string(),
})
