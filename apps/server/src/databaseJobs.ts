import { bulk } from './features/bulk/bulk.job.ts'
import { indexWords } from './features/encryption/wiping/indexWords.job.ts'
import { sweepWords } from './features/encryption/wiping/sweepWords.job.ts'
import { purgeTextsJob } from './features/encryption/wiping/purgeTexts.job.ts'
import { clearTags } from './features/tagManagement/clearTags.job.ts'
import { indexTags } from './features/tagManagement/indexTags.job.ts'
import { eraseLibrary } from './features/trash/eraseLibrary.job.ts'
import { createJobThread } from './jobs/jobThread.ts'
import type { JobKind } from './jobs/jobKind.ts'
import type { Services } from './services.ts'

/** The services of a job that only uses the database. */
export type DatabaseServices = Pick<Services, 'db' | 'now' | 'batches'>

/** Returns the kinds of jobs that process an entire library and need only the database. */
export function databaseKinds(services: DatabaseServices): readonly JobKind[] {
  return [
    bulk(services),
    indexTags(services),
    clearTags(services),
    eraseLibrary(services),
    purgeTextsJob(services),
    indexWords(services),
    sweepWords(services),
  ]
}

/**
 * Returns the same kinds for the server. SQLite runs in the calling thread, so there they use a separate
 * thread: a batch never blocks the request thread. PostgreSQL runs in separate processes.
 */
export function databaseJobs(services: DatabaseServices): readonly JobKind[] {
  const kinds = databaseKinds(services)
  if (services.db.kind !== 'sqlite') return kinds
  const thread = createJobThread(new URL('./databaseJobs.thread.ts', import.meta.url), services)
  return kinds.map(kind => ({
    ...kind,
    run: (job, signal) => thread.run(job, signal),
    close: () => thread.close(),
  }))
}
