import { type Job, jobStatus } from '@nestmark/contract/jobs'
import type { Person } from './people.ts'

/**
 * Waits until a job has ended.
 * @throws when it has not ended within two minutes
 */
export async function waitForEnd(who: Person, job: string | undefined): Promise<Job> {
  if (job === undefined) throw new Error('There is no job to wait for.')
  for (const begun = Date.now(); Date.now() - begun < 120_000;) {
    const now = await who.call(jobStatus, { job })
    if (now.state !== 'queued' && now.state !== 'running') return now
    await new Promise(go => setTimeout(go, 20))
  }
  throw new Error('The job has not ended.')
}
