import type { JobKind } from '../../jobs/runner.ts'
import { runInThread } from '../../jobs/thread.ts'
import type { Services } from '../../services.ts'

/** Imports a bookmark file that was uploaded. */
export function importBookmarksJob({ db }: Services): JobKind {
  return {
    kind: 'importBookmarks',
    atOnce: 1,
    attempts: 5,
    watched: true,
    run: (job, signal) =>
      runInThread(new URL('./importBookmarks.worker.ts', import.meta.url), db, job, signal),
  }
}
