import * as contract from '@nestmark/contract/jobs'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { findJob } from '../../jobs/store.ts'
import { presentJob } from './presentJob.ts'

/** Returns the progress of a job of the caller. */
export const jobStatus = action(contract.jobStatus, async ({ actor, services }, input) => {
  const row = await findJob(services.db.read, actor.personId, input.job)
  return row ? presentJob(row) : refuse('jobs.notFound')
})
