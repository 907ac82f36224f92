import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { placed } from './collections.ts'
import { id, jobState, nothing } from './shapes.ts'
import { importReport } from './importExport.ts'

/** What a deed in the background has done so far. */
export const bulkReport = z.object({
  deed: z.enum([
    'moveLinks',
    'trashLinks',
    'restoreLinks',
    'tagLinks',
    'favouriteLinks',
    'deleteLinks',
    'moveCollections',
    'trashCollections',
    'restoreCollections',
    'deleteCollections',
    'handOver',
    'undo',
  ]),
  changed: z.number(),
  /** What was not there any more or had been changed meanwhile, and stays as it is. */
  left: z.number(),
  placed: z.optional(placed),
  /** The key to take it back with, once it has ended. */
  undo: z.optional(id),
})
export type BulkReport = z.output<typeof bulkReport>

export const job = z.object({
  job: id,
  kind: z.string(),
  state: jobState,
  done: z.number(),
  total: z.number(),
  /** What an import did, from the first batch on. */
  report: z.nullable(importReport),
  /** The same of a deed with many links or collections. */
  bulk: z.optional(bulkReport),
  /** Why it failed, in words. */
  error: z.optional(z.string()),
})
export type Job = z.output<typeof job>

export const jobStatus = operation({
  path: 'job-status',
  summary: 'How far a job is.',
  input: z.object({ job: id }),
  output: job,
  errors: ['jobs.notFound'],
  reads: ['jobs'],
})

export const cancelJob = operation({
  path: 'cancel-job',
  summary: 'Stops a job; what it has done so far stays and is reported.',
  input: z.object({ job: id }),
  output: job,
  errors: ['jobs.notFound'],
  touches: ['jobs', 'links', 'collections', 'tags'],
})

export const runningJobs = operation({
  path: 'running-jobs',
  summary: "The person's jobs that are waiting or running, and those that ended within the last minute.",
  input: nothing,
  output: z.array(job),
  reads: ['jobs'],
})

export const undo = operation({
  path: 'undo',
  summary:
    'Takes back a deed of the caller by the key that its answer or its job gave, within the hour. What was changed since stays as it is, and so does what the caller may not change any more. More than 5 by a job (202).',
  input: z.object({ undo: id }),
  output: z.object({ changed: z.number(), left: z.number(), placed, job: z.optional(id) }),
  errors: ['undo.gone', 'undo.running'],
  touches: ['links', 'collections', 'tags', 'favourites', 'trash', 'profile', 'jobs'],
})
