import { lowerPriority } from '../../concurrency/threadPriority.ts'
import type { Batches } from '../../jobs/batches.ts'
import { serveJobs } from '../../jobs/serveJobs.ts'
import { ImportReading } from './importReading.ts'
import { runImport } from './importRun.ts'

/**
 * Imports small files, in a thread that stays: to start a process for each takes longer than the work. It reads and writes
 * in turns, in batches so short that whoever else writes waits for no more than some milliseconds.
 */
const batchSize = { sqlite: 100, postgres: 500 }

lowerPriority('behindRequests')
serveJobs(({ db, batches }) => (job, signal) => {
  const startedAt = Date.now()
  const reading = new ImportReading(db, job, startedAt, batchSize[db.kind]).batches()
  const writing: Batches = { run: (owner, work) => batches.run(owner, work, { isShort: true }) }
  return runImport({ db, batches: writing }, job, { startedAt, reading, isStopped: () => signal.aborted })
})
