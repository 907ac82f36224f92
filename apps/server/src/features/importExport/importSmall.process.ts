import { lowerPriority } from '../../concurrency/threadPriority.ts'
import type { Batches } from '../../jobs/batches.ts'
import { serveJobs, type ThreadServices, type ThreadWork } from '../../jobs/serveJobs.ts'
import { ImportReading } from './files/importReading.ts'
import { runImport } from './importRun.ts'
import { runPreview } from './preview/previewRun.ts'
import { previewKind } from './preview/previewStore.ts'
import type { ImportBatches } from './files/readAhead.ts'
import { shortBatch } from './writing/batchSizes.ts'

/**
 * Imports small files in a process that stays alive: starting one for each would take longer than the work.
 * Prepares a batch while the database writes the previous one. The batches are so short that other writers wait only
 * a few milliseconds; without others they are one transaction on SQLite.
 */
const batchSize = { sqlite: shortBatch, postgres: 500 }

lowerPriority('interactive')
serveJobs(work)

function work({ db, now, batches }: ThreadServices): ThreadWork {
  return (job, signal) => {
    const startedAt = now()
    if (job.kind === previewKind) return runPreview(db, job, { startedAt, isStopped: () => signal.aborted })
    const reading = oneAhead(new ImportReading(db, job, startedAt, batchSize[db.kind]).batches())
    const writing: Batches = { run: (owner, work) => batches.run(owner, work, { isShort: true }) }
    return runImport({ db, batches: writing }, job, {
      startedAt,
      reading,
      isStopped: () => signal.aborted,
      isSmall: true,
    })
  }
}

async function* oneAhead(batches: ImportBatches): ImportBatches {
  let next = batches.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return value
      next = batches.next()
      // Its error is thrown by the `await` above, unless the consumer has stopped.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await batches.return({ state: 'done' })
  }
}
