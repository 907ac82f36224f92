import type {
  cancelJob as cancel,
  Job,
  jobStatus as jobStatusCall,
  listRunningJobs as listRunningJobsCall,
} from '@nestmark/contract/jobs'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { JobRow } from '../../db/tables.ts'
import type { Call } from '../../http/implement.ts'
import { findJob, finish, listOpen, requestCancel } from '../../jobs/store.ts'

/** The kinds of jobs that users start and watch. */
const watchedKinds = ['importBookmarks', 'bulk']

/** Returns the progress of a job of the caller. */
export async function jobStatus(
  { actor, services }: Call,
  input: Parsed<typeof jobStatusCall>,
): Promise<Job> {
  const row = await findJob(services.db.read, actor.personId, input.job)
  return row ? presentJob(row) : refuse('jobs.notFound')
}

/** Cancels a job: a queued one ends at once, a running one after its batch. Completed batches stay. */
export async function cancelJob(call: Call, input: Parsed<typeof cancel>): Promise<Output<typeof cancel>> {
  const { actor, services } = call
  await services.db.write(async tx => {
    const row = await findJob(tx, actor.personId, input.job)
    if (!row) return refuse('jobs.notFound')
    // Jobs of other kinds complete an action that must not stop halfway.
    if (row.finished_at !== null || !watchedKinds.includes(row.kind) || isHandedOver(row)) return
    await requestCancel(tx, row.id)
    if (row.state === 'queued') await finish(tx, row.id, { state: 'cancelled' }, services.now())
  })
  return jobStatus(call, input)
}

/**
 * Returns true when an ownership transfer has begun: the other person already owns a part, and the rest must follow.
 */
function isHandedOver({ kind, payload, done }: JobRow): boolean {
  return (
    kind === 'bulk' && done > 0 && (JSON.parse(payload) as { action?: string }).action === 'transferOwnership'
  )
}

/** Returns the caller's watched jobs: unfinished ones, and those that ended within the last minute. */
export async function listRunningJobs({
  actor,
  services,
}: Call): Promise<Output<typeof listRunningJobsCall>> {
  const rows = await listOpen(services.db.read, actor.personId, watchedKinds, services.now() - 60_000)
  return rows.map(presentJob)
}

function presentJob(row: JobRow): Job {
  return {
    job: row.id,
    kind: row.kind,
    // Between two of its runs a job is queued, but its progress continues.
    state: row.state === 'queued' && row.done > 0 ? 'running' : row.state,
    done: row.done,
    total: row.total,
    report: row.report === null || row.kind === 'bulk' ? null : JSON.parse(row.report),
    ...(row.report !== null && row.kind === 'bulk' ? { bulk: JSON.parse(row.report) } : {}),
    ...(row.error === null ? {} : { error: row.error }),
  }
}
