import type { Job } from '@nestmark/contract/jobs'
import type { JobRow } from '../../db/tables.ts'

/** The kinds of jobs that users start and watch. */
export const watchedKinds = ['importBookmarks', 'bulk', 'keepCollection']

/** Returns a job in its wire format. */
export function presentJob(row: JobRow): Job {
  const isBulk = row.kind === 'bulk' || row.kind === 'keepCollection'
  return {
    job: row.id,
    kind: row.kind,
    // Between two of its runs a job is queued, but its progress continues.
    state: row.state === 'queued' && row.done > 0 ? 'running' : row.state,
    done: row.done,
    total: row.total,
    report: row.report === null || isBulk ? null : JSON.parse(row.report),
    ...(row.report !== null && isBulk ? { bulk: JSON.parse(row.report) } : {}),
    ...(row.error === null ? {} : { error: row.error }),
  }
}
