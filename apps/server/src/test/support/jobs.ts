import { type Job, jobStatus } from '@nestmark/contract/jobs'
import { expect, vi } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import type { TestApp } from './app.ts'
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

/** Waits until no file is left to read, and advances the clock between the attempts. */
export const filesRead = (app: TestApp): Promise<void> => waitForKind(app, 'readFile')

/** Waits until no large preview is left to make, and advances the clock between the attempts. */
export const previewsMade = (app: TestApp): Promise<void> => waitForKind(app, 'addPreview')

/** Waits until every link is filled: then the job has read its owner's choice about copies. */
export const linksFilled = (app: TestApp): Promise<void> => waitForKind(app, 'fillLink')

/** Waits until the pictures of imported links are fetched. */
export const importedPicturesFetched = (app: TestApp): Promise<void> => waitForKind(app, 'fetchPictures')

/** Stops an app after its files are read. Fails if its database has a contradiction. */
export async function stopIntact(app: TestApp): Promise<void> {
  await filesRead(app)
  // A test that advances the clock can end the lease of a job that runs. The job is then claimed again.
  // Not `expect.poll`, which is refused after the tests.
  await vi.waitFor(
    async () => expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([]),
    { timeout: 60_000, interval: 20 },
  )
  await app.stop()
}

async function waitForKind(app: TestApp, kind: string): Promise<void> {
  const listOpen = () =>
    app.services.db.read
      .selectFrom('jobs')
      .select(['id', 'attempts'])
      .where('kind', '=', kind)
      .where('finished_at', 'is', null)
      .execute()
  for (let open = await listOpen(); open.length > 0; open = await listOpen()) {
    for (const job of open) if (job.attempts > 0) await passToRetry(app, job.id)
    await new Promise(go => setTimeout(go, 10))
  }
}

/**
 * Moves the clock to the next attempt of a job, when it waits for one: the clock of the app does not advance, and
 * attempts fail on a busy machine.
 * @param what the id of the job, or of a link in the payloads of the jobs
 */
export async function passToRetry({ services, clock }: TestApp, what: string): Promise<void> {
  const jobs = await services.db.read
    .selectFrom('jobs')
    .select(['run_after', 'state'])
    .where(eb => eb.or([eb('id', '=', what), eb('payload', 'like', `%${what}%`)]))
    .where('finished_at', 'is', null)
    .execute()
  const next = Math.min(...jobs.map(job => job.run_after))
  if (jobs.length === 0 || jobs.some(job => job.state !== 'queued') || next <= clock.now) return
  clock.now = next
  services.jobs.wake()
}

/** Waits until a job has ended, and advances the clock between its attempts. */
export async function waitForEndWithRetries(app: TestApp, who: Person, job: string): Promise<Job> {
  const pass = setInterval(() => void passToRetry(app, job), 100)
  try {
    return await waitForEnd(who, job)
  } finally {
    clearInterval(pass)
  }
}
