import { enforceQuotas } from '../../access/planQuotas.ts'
import { lowerPriority } from '../../concurrency/threadPriority.ts'
import type { Db, DbLocation } from '../../db/db.ts'
import { runAsLongWork } from '../../db/writes/longWork.ts'
import type { JobResult } from '../../jobs/jobKind.ts'
import type { JobRow } from '../../db/tables/tables.ts'
import { createRemoteBatches, type BatchGrant } from '../../jobs/remoteBatches.ts'
import { serializeError } from '../../readers/serializedError.ts'
import { previewKind } from './preview/previewStore.ts'
import { type ImportBatches, readAhead } from './files/readAhead.ts'

/**
 * The import's own process: reading and writing 100,000 links must not delay page requests, and its memory is
 * released completely at the end.
 */
lowerPriority('background')
const batches = createRemoteBatches(send)
process.on('message', (message: ImportRequest | BatchGrant) => {
  if ('grantedBatch' in message) return batches.start(message)
  enforceQuotas(message.enforceQuotas)
  void runAsLongWork(() => work(message.location, message.job))
})
// Without the server there is no receiver for the progress; the next start resumes from the last batch.
process.once('disconnect', () => process.exit(1))

interface ImportRequest {
  location: DbLocation
  job: JobRow
  /** True when plan limits apply. */
  enforceQuotas: boolean
}

/** Holds the pages that a transaction of 10,000 links changes: before its end each is written to the log once. In kB. */
const heldKb = 32_768

/** The interval of change announcements to open windows during an import, in milliseconds. */
const announceMs = 700

/**
 * Returns the same database, with its transactions announced to the server, which knows who has the changed data
 * open.
 */
function notifyingDb(db: Db): Db {
  let announcedAt = Number.NEGATIVE_INFINITY
  return {
    ...db,
    write: async work => {
      const result = await db.write(work)
      if (performance.now() - announcedAt > announceMs) {
        announcedAt = performance.now()
        send({ wrote: true })
      }
      return result
    },
  }
}

async function work(location: DbLocation, job: JobRow): Promise<void> {
  const startedAt = Date.now()
  const reading = job.kind === previewKind ? null : readAhead(location, job, startedAt)
  // Imported late: the thread loads its own modules concurrently.
  const { openDb } = await import('../../db/openDb.ts')
  let db: Db | undefined
  let word: object
  try {
    db = openDb(location, reading ? { cacheKb: heldKb } : {})
    word = { end: await run(db, job, startedAt, reading) }
  } catch (error) {
    word = { error: serializeError(error) }
  }
  await db?.close()
  send(word, () => process.exit(0))
}

/** @param reading null for a preview */
async function run(
  db: Db,
  job: JobRow,
  startedAt: number,
  reading: ImportBatches | null,
): Promise<JobResult> {
  if (!reading) return (await import('./preview/previewRun.ts')).runPreview(db, job, { startedAt })
  const { runImport } = await import('./importRun.ts')
  return runImport({ db: notifyingDb(db), batches }, job, { startedAt, reading })
}

/** Sends a message to the server, which has started this process. */
function send(message: object, sent?: () => void): void {
  if (!process.send) throw new Error('An import runs only in a process of the server.')
  process.send(message, undefined, undefined, sent)
}
