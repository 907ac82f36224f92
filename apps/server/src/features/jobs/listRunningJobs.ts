import type { listRunningJobs as listRunningJobsCall } from '@nestmark/contract/jobs'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { listRecentJobs } from '../../jobs/store.ts'
import { presentJob, watchedKinds } from './presentJob.ts'

/** Returns the caller's watched jobs: unfinished ones, and those that ended within the last minute. */
export async function listRunningJobs({
  actor,
  services,
}: Call): Promise<Output<typeof listRunningJobsCall>> {
  const rows = await listRecentJobs(services.db.read, actor.personId, watchedKinds, services.now() - 60_000)
  return rows.map(presentJob)
}
