import type { cancelJob as cancel, Job, jobStatus, runningJobs } from '@nestmark/contract/jobs'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { JobRow } from '../../db/tables.ts'
import type { Call } from '../../http/implement.ts'
import { finish, findJob } from '../../jobs/store.ts'

/** The jobs that people began and see going on. */
const watchedKinds = ['importBookmarks', 'bulk']

/** How far a job of the caller is. */
export async function readJob({ actor, services }: Call, input: Parsed<typeof jobStatus>): Promise<Job> {
  const row = await findJob(services.db.read, actor.personId, input.job)
  return row ? presentJob(row) : refuse('jobs.notFound')
}

/** Stops a job: one that waits ends at once, one that runs at the end of its batch. What it did stays. */
export async function cancelJob(call: Call, input: Parsed<typeof cancel>): Promise<Output<typeof cancel>> {
  const { actor, services } = call
  await services.db.write(async tx => {
    const row = await findJob(tx, actor.personId, input.job)
    if (!row) return refuse('jobs.notFound')
    // Other kinds finish what a deed began; half of that would be wrong.
    if (row.finished_at !== null || !watchedKinds.includes(row.kind) || isHandedOver(row)) return
    await tx.updateTable('jobs').set({ cancel_wanted: 1 }).where('id', '=', row.id).execute()
    if (row.state === 'queued') await finish(tx, row.id, { state: 'cancelled' }, services.now())
  })
  return readJob(call, input)
}

/** What was handed over is the other person's already, and the rest of the job must follow. */
function isHandedOver({ kind, payload, done }: JobRow): boolean {
  return kind === 'bulk' && done > 0 && (JSON.parse(payload) as { deed?: string }).deed === 'handOver'
}

/** The caller's jobs that people watch: open ones, and those that ended within the last minute. */
export async function readRunning({ actor, services }: Call): Promise<Output<typeof runningJobs>> {
  const rows = await services.db.read
    .selectFrom('jobs')
    .selectAll()
    .where('owner_id', '=', actor.personId)
    .where('kind', 'in', watchedKinds)
    .where(eb => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>', services.now() - 60_000)]))
    .orderBy('created_at')
    .execute()
  return rows.map(presentJob)
}

function presentJob(row: JobRow): Job {
  return {
    job: row.id,
    kind: row.kind,
    // Between two of its turns it waits in the queue, and goes on all the same.
    state: row.state === 'queued' && row.done > 0 ? 'running' : row.state,
    done: row.done,
    total: row.total,
    report: row.report === null || row.kind === 'bulk' ? null : JSON.parse(row.report),
    ...(row.report !== null && row.kind === 'bulk' ? { bulk: JSON.parse(row.report) } : {}),
    ...(row.error === null ? {} : { error: row.error }),
  }
}
