import * as contract from '@nestmark/contract/jobs'
import { action } from '../../calls/action.ts'
import { listRecentJobs } from '../../jobs/store.ts'
import { presentJob, watchedKinds } from './presentJob.ts'

/** Returns the caller's watched jobs: unfinished ones, and those that ended within the last minute. */
export const listRunningJobs = action(contract.listRunningJobs, async ({ actor, services }) => {
  const rows = await listRecentJobs(services.db.read, actor.personId, watchedKinds, services.now() - 60_000)
  return rows.map(presentJob)
})
