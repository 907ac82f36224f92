import type { Job, jobStatus as jobStatusCall } from '@nestmark/contract/jobs'
import type { Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { findJob } from '../../jobs/store.ts'
import { presentJob } from './presentJob.ts'

/** Returns the progress of a job of the caller. */
export async function jobStatus(
  { actor, services }: Call,
  input: Parsed<typeof jobStatusCall>,
): Promise<Job> {
  const row = await findJob(services.db.read, actor.personId, input.job)
  return row ? presentJob(row) : refuse('jobs.notFound')
}
