import type { JobKind } from '../../../jobs/jobKind.ts'
import { createJobThread } from '../../../jobs/jobThread.ts'
import type { Services } from '../../../services.ts'
import { importKind } from './importHighlights.ts'

/** Imports an uploaded file of highlights, in a thread. */
export function importHighlightsJob(services: Services): JobKind {
  const thread = createJobThread(new URL('./importHighlights.thread.ts', import.meta.url), services)
  return {
    kind: importKind,
    concurrency: 2,
    attempts: 5,
    watched: true,
    touches: ['highlights', 'jobs'],
    close: () => thread.close(),
    run: (job, signal) => thread.run(job, signal),
  }
}
