import * as contract from '@nestmark/contract/jobs'
import type { Job } from '@nestmark/contract/jobs'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { findJob, listRecentJobs, requestCancel } from '../../jobs/store.ts'
import type { JobRow } from '../../db/tables/tables.ts'
import { finishJob } from '../../jobs/fileStore.ts'

/** Returns the progress of a job of the caller. */
export const jobStatus = action(contract.jobStatus, async ({ actor, services }, input) => {
  const row = await findJob(services.db.read, actor.personId, input.job)
  return row ? presentJob(row) : refuse('jobs.notFound')
})

/** Returns the caller's watched jobs: unfinished ones, and those that ended within the last minute. */
export const listRunningJobs = action(contract.listRunningJobs, async ({ actor, services }) => {
  const rows = await listRecentJobs(services.db.read, actor.personId, watchedKinds, services.now() - 60_000)
  return rows.map(presentJob)
})

/** Cancels a job: a queued one ends immediately, a running one after its batch. Completed batches remain. */
export const cancelJob = action(contract.cancelJob, async (call, input) => {
  const { actor, services } = call
  await services.db.write(async tx => {
    const row = await findJob(tx, actor.personId, input.job)
    if (!row) return refuse('jobs.notFound')
    // Jobs of other kinds complete an action that must not stop halfway.
    if (row.finished_at !== null || !watchedKinds.includes(row.kind) || isHandedOver(row)) return
    await requestCancel(tx, row.id)
    if (row.state === 'queued') await finishJob(tx, row.id, { state: 'cancelled' }, services.now())
  })
  return jobStatus(call, input)
})

/**
 * Returns true when an ownership transfer has begun: the other person already owns a part, and the rest must follow.
 */
function isHandedOver({ kind, payload, done }: JobRow): boolean {
  return (
    kind === 'bulk' && done > 0 && (JSON.parse(payload) as { action?: string }).action === 'transferOwnership'
  )
}

/** The kinds of jobs that users start and watch. */
const watchedKinds = [
  'importBookmarks',
  'previewImport',
  'importHighlights',
  'readPages',
  'bulk',
  'keepCollection',
  'checkLinks',
]

/** Returns a job in its wire format. */
function presentJob(row: JobRow): Job {
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
