import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { flag, id, ids, linkTargets } from '../shapes.ts'

/** What to export: a collection, chosen links, or every link of a list or search. */
const exportedPart = {
  folder_id: z.optional(id),
  /** 1: the collection with its descendants. */
  include_sub: z.optional(flag),
  links: z.optional(ids),
  ...linkTargets,
}

const errors = ['links.noneChosen', 'links.notFound', 'collections.notFound', 'collections.inTrash'] as const

/** The title of a list or book. */
const exportName = z._default(z.string().check(z.maxLength(limits.title)), 'Nestmark')

export const exportFormat = z.enum(['html', 'csv', 'markdown', 'json', 'addresses'])
export type ExportFormat = z.output<typeof exportFormat>

export const countExport = operation({
  path: 'count-export',
  keyScope: 'read',
  summary:
    'Returns how many links `export-links` would write, how many encrypted ones it would leave out, and how many articles `export-epub` would have.',
  input: z.object(exportedPart),
  output: z.object({ links: z.number(), encrypted: z.number(), articles: z.number() }),
  errors,
  reads: ['links', 'collections'],
})

export const exportLinks = operation({
  path: 'export-links',
  keyScope: 'read',
  summary:
    'Returns a file with the links of the collection `folder_id` (`include_sub` 1: with its descendants), with the chosen `links`, or with `every` link of a list or search, as `html` (a bookmark file), `csv`, `markdown`, `json` (as nestmark.json) or `addresses`. ' +
    'Every user who may read links may export them. A file of a collection has its tree; every other one is a list, whose title is `name`. Marks and private notes are those of the caller. Encrypted links are left out; the file says how many, except for `csv` and `addresses`.',
  cost: 'exportPart',
  transport: 'download',
  input: z.object({
    format: exportFormat,
    name: exportName,
    ...exportedPart,
  }),
  output: z.string(),
  errors,
})

export const exportEpub = operation({
  path: 'export-epub',
  keyScope: 'read',
  summary:
    'Returns an EPUB 3 book with the stored articles of pages, the newest version of each, for owners and members: of the collection `folder_id` (`include_sub` 1: with its descendants), of the chosen `links`, or of `every` link of a list or search. `name` is its title. ' +
    'A book has at most 1,000 articles, those of the oldest links.',
  cost: 'exportPart',
  transport: 'download',
  input: z.object({ name: exportName, ...exportedPart }),
  output: z.string(),
  errors: [...errors, 'copies.membersOnly', 'copies.noneStored', 'plan.bandwidth'],
})
