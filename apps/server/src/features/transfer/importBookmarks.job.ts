import type { JobKind } from '../../jobs/runner.ts'
import { runInProcess } from '../../jobs/childProcess.ts'
import type { Services } from '../../services.ts'

/** Imports a bookmark file that was uploaded. */
export function importBookmarksJob({ db }: Services): JobKind {
  return {
    kind: 'importBookmarks',
    atOnce: 1,
    attempts: 5,
    watched: true,
    run: (job, signal) =>
      runInProcess(new URL('./importBookmarks.process.ts', import.meta.url), db, job, signal),
  }
}
