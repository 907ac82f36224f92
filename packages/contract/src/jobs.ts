import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { id, jobState, nothing } from './shapes.ts'
import { importReport } from './transfer.ts'

export const job = z.object({
  job: id,
  kind: z.string(),
  state: jobState,
  done: z.number(),
  total: z.number(),
  /** What it did, from the first batch on. */
  report: z.nullable(importReport),
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
