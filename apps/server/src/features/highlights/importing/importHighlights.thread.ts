import { lowerPriority } from '../../../concurrency/threadPriority.ts'
import { serveJobs } from '../../../jobs/serveJobs.ts'
import { runHighlightImport } from './importRun.ts'

/** Imports files of highlights in a thread: reading and indexing them would delay calls. */
lowerPriority('interactive')
serveJobs(services => (job, signal) => runHighlightImport(services, job, signal))
