import { bulk } from './features/bulk/bulk.job.ts'
import { clearTags } from './features/tagManagement/clearTags.job.ts'
import { indexTags } from './features/tagManagement/indexTags.job.ts'
import { eraseLibrary } from './features/trash/eraseLibrary.job.ts'
import { createJobThread } from './jobs/jobThread.ts'
import type { JobKind } from './jobs/kind.ts'
import type { Services } from './services.ts'

/** What a job is handed that does nothing but read and write the database. */
export type DatabaseServices = Pick<Services, 'db' | 'now' | 'batches'>

/** Returns the kinds of job that work on a whole library and need nothing but the database. */
export function databaseKinds(services: DatabaseServices): readonly JobKind[] {
  return [bulk(services), indexTags(services), clearTags(services), eraseLibrary(services)]
}

/**
 * Returns the same kinds as the server runs them. SQLite works in the thread that asks it, so there they run in a thread of
 * their own: a batch never stops the thread that answers calls. PostgreSQL works in processes of its own.
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
