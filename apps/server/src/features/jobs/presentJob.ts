import type { Job } from '@nestmark/contract/jobs'
import type { JobRow } from '../../db/tables/tables.ts'

/** The kinds of jobs that users start and watch. */
export const watchedKinds = [
  'importBookmarks',
  'previewImport',
  'importHighlights',
  'readPages',
  'bulk',
  'keepCollection',
  'checkLinks',
]

/** Returns a job in its wire format. */
export function presentJob(row: JobRow): Job {
  const isBulk = row.kind === 'bulk' || row.kind === 'keepCollection'
  const isOfHighlights = row.kind === 'importHighlights'
  const report = row.report === null ? null : JSON.parse(row.report)
  return {
    job: row.id,
    kind: row.kind,
    // Between two of its runs a job is queued, but its progress continues.
    state: row.state === 'queued' && row.done > 0 ? 'running' : row.state,
    done: row.done,
    total: row.total,
    report: isBulk || isOfHighlights ? null : report,
    ...(report !== null && isBulk ? { bulk: report } : {}),
    ...(report !== null && isOfHighlights ? { highlights: report } : {}),
    ...(row.error === null ? {} : { error: row.error }),
  }
}
