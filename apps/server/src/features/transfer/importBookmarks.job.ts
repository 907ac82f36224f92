import type { JobKind } from '../../jobs/runner.ts'
import { runInProcess } from '../../jobs/childProcess.ts'
import type { Services } from '../../services.ts'

/** Imports a bookmark file that was uploaded. */
export function importBookmarksJob({ db, events }: Services): JobKind {
  const touches = ['links', 'collections', 'tags', 'favourites', 'profile', 'jobs'] as const
  return {
    kind: 'importBookmarks',
    atOnce: 1,
    attempts: 5,
    watched: true,
    touches,
    run: (job, signal) =>
      runInProcess(new URL('./importBookmarks.process.ts', import.meta.url), db, job, signal, () =>
        events.announce({ ownerId: job.owner_id!, topics: touches, by: null }),
      ),
  }
}
