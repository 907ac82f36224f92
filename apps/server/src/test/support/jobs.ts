import { type Job, jobStatus } from '@nestmark/contract/jobs'
import type { App } from '../../app.ts'
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

/** Waits until no file is left to read. */
export async function filesRead({ services }: Pick<App, 'services'>): Promise<void> {
  const openJobs = () =>
    services.db.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'readFile')
      .where('finished_at', 'is', null)
      .execute()
  while ((await openJobs()).length > 0) await new Promise(go => setTimeout(go, 10))
}
