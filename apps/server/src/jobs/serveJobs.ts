import { parentPort, workerData } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import { enforceQuotas } from '../access/planQuotas.ts'
import { type Db, openDb } from '../db/db.ts'
import { runAsLongWork } from '../db/longWork.ts'
import { serializeError } from '../readers/serializedError.ts'
import type { Batches } from './batches.ts'
import type { ThreadOrder, ThreadReport, ThreadStart, ThreadWord } from './jobThread.ts'
import type { ClaimedJob, JobEnd } from './kind.ts'
import { askForBatches } from './remoteBatches.ts'

/** The services for the work of a thread. */
export interface ThreadServices {
  /** The thread's own connection. */
  db: Db
  /** The server's clock. */
  now: () => number
  /** The server's batch slots. */
  batches: Batches
}

/** Runs one job to its end, or until the signal aborts. */
export type ThreadWork = (job: ClaimedJob, signal: AbortSignal) => Promise<JobEnd | 'yield'>

/**
 * Runs the jobs of a `JobThread` in the calling thread.
 * @param prepare creates the work
 */
export function serveJobs(prepare: (services: ThreadServices) => ThreadWork): void {
  const port = assertDefined(parentPort, 'parentPort')
  const { place, held } = workerData as ThreadStart
  enforceQuotas(held)
  const db = openDb(place)
  const running = new Map<string, AbortController>()
  let ahead = 0
  let isClosing = false
  const batches = askForBatches(request => port.postMessage(request satisfies ThreadWord, []))
  const work = prepare({ db, now: () => Date.now() + ahead, batches })

  port.on('message', (order: ThreadOrder) => {
    if (order === 'close') {
      isClosing = true
      void closeAtEnd()
    } else if ('stop' in order) running.get(order.stop)?.abort(new Error('The job was stopped.'))
    else if ('batchTurn' in order) batches.start(order)
    else {
      ahead = order.now - Date.now()
      void runAsLongWork(() => run(order.run))
    }
  })

  async function run(job: ClaimedJob): Promise<void> {
    const lease = job.lease_owner
    const stop = new AbortController()
    running.set(lease, stop)
    let report: ThreadReport
    try {
      report = { lease, end: await work(job, stop.signal) }
    } catch (error) {
      report = { lease, error: serializeError(error) }
    }
    running.delete(lease)
    port.postMessage(report, [])
    await closeAtEnd()
  }

  async function closeAtEnd(): Promise<void> {
    if (!isClosing || running.size > 0) return
    await db.close()
    port.close()
  }
}
