import { importTopics } from '@nestmark/contract/transfer/importPreview'
import type { ClaimedJob, JobKind } from '../../jobs/jobKind.ts'
import { runInProcess } from '../../jobs/childProcess.ts'
import { inProcess } from '../../jobs/jobProgram.ts'
import { createJobThread } from '../../jobs/jobThread.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import { queueName } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { importKind } from './importBookmarks.ts'
import { importFiles } from './importFiles.ts'
import type { ImportPayload } from './writing/importPayload.ts'
import { deleteOldPreviewFiles, previewKind } from './preview/previewStore.ts'

/** How long the process of small imports stays alive without one, in milliseconds. */
const smallIdleMs = 60_000

/**
 * Imports an uploaded bookmark file, or computes the preview of its import: a large one in a separate process, which
 * needs up to 200 MB, a small one in one that stays alive for the next.
 */
export function importBookmarksJobs(services: Services): readonly JobKind[] {
  const { events, db, now } = services
  const small = createJobThread(new URL('./importSmall.process.ts', import.meta.url), services, {
    start: inProcess,
    idleMs: smallIdleMs,
  })
  const common = {
    concurrency: 2,
    small: { concurrency: 2 },
    attempts: 5,
    watched: true,
  }
  const read = (job: ClaimedJob, signal: AbortSignal) =>
    job.queue === queueName(job.kind, 'small')
      ? small.run(job, signal)
      : runInProcess(new URL('./importBookmarks.process.ts', import.meta.url), services, job, signal, () =>
          events.publish({ ownerId: requireOwnerId(job), topics: importTopics, by: null }),
        )
  const run: JobKind['run'] = async (job, signal) => {
    const end = await read(job, signal)
    const { zip } = JSON.parse(job.payload) as ImportPayload
    if (job.kind !== importKind || !zip || end === 'yield') return end
    if (end.state === 'done') return importFiles(services, job, signal)
    await services.fileStore.remove([job.id]).catch(() => undefined)
    return end
  }
  return [
    { ...common, kind: importKind, touches: importTopics, run, close: () => small.close() },
    {
      ...common,
      kind: previewKind,
      touches: ['jobs'],
      run,
      cleanUp: () => db.write(tx => deleteOldPreviewFiles(tx, now())),
    },
  ]
}
