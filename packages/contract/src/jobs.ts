import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { plainText } from './encryption/plainText.ts'
import { placed } from './collections.ts'
import { id, jobState } from './shapes.ts'
import { highlightReport } from './reading/highlights.ts'
import { importReport } from './transfer/importExport.ts'

/** The progress of a background action. */
export const bulkReport = z.object({
  action: z.enum([
    'moveLinks',
    'trashLinks',
    'restoreLinks',
    'tagLinks',
    'favouriteLinks',
    'mergeLinks',
    'applyRules',
    'deleteLinks',
    'updateAddresses',
    'moveCollections',
    'trashCollections',
    'restoreCollections',
    'deleteCollections',
    'copyCollection',
    'transferOwnership',
    'keepCollection',
    'undo',
  ]),
  changed: z.number(),
  /** Items that were deleted or changed concurrently, and are unchanged; pages that could not be copied. */
  left: z.number(),
  placed: z.optional(placed),
  /** The undo key, present once the job has ended. */
  undo: z.optional(id),
})
export type BulkReport = z.output<typeof bulkReport>

export const job = z.object({
  job: id,
  kind: z.string(),
  state: jobState,
  done: z.number(),
  total: z.number(),
  /** The report of an import, from the first batch on. */
  report: z.nullable(importReport),
  /** The report of a bulk action on links or collections, or on the copies of pages. */
  bulk: z.optional(bulkReport),
  /** The report of an import of highlights. */
  highlights: z.optional(highlightReport),
  /** The reason for a failure, as a sentence. */
  error: z.optional(z.string()),
})
export type Job = z.output<typeof job>

export const jobStatus = operation({
  path: 'job-status',
  keyScope: 'read',
  summary: 'Returns the progress of a job.',
  input: z.object({ job: id }),
  output: job,
  errors: ['jobs.notFound'],
  reads: ['jobs'],
})

export const cancelJob = operation({
  path: 'cancel-job',
  keyScope: 'write',
  summary: 'Cancels a job. Its completed work remains and is reported.',
  input: z.object({ job: id }),
  output: job,
  errors: ['jobs.notFound'],
  touches: ['jobs', 'links', 'collections', 'tags'],
})

export const listRunningJobs = operation({
  path: 'running-jobs',
  keyScope: 'read',
  summary: "Lists the person's waiting and running jobs, and those that ended within the last minute.",
  output: z.array(job),
  reads: ['jobs'],
})

export const undo = operation({
  path: 'undo',
  keyScope: 'write',
  summary:
    "Undoes an action of the caller within an hour, or an import within 30 days, by the undo key from the action's response or its job. Items that were changed since, or that the caller may no longer change, stay as they are. More than 5 items are processed by a job (202).",
  input: z.object({ undo: id, ...plainText }),
  output: z.object({ changed: z.number(), left: z.number(), placed, job: z.optional(id) }),
  errors: ['undo.expired', 'undo.running', 'encryption.plainText'],
  touches: [
    'links',
    'collections',
    'tags',
    'favourites',
    'notes',
    'highlights',
    'feeds',
    'searches',
    'rules',
    'trash',
    'profile',
    'jobs',
    'brokenLinks',
  ],
})
