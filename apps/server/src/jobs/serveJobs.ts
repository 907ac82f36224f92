import { parentPort, workerData } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import { enforceQuotas } from '../access/planQuotas.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/openDb.ts'
import { runAsLongWork } from '../db/writes/longWork.ts'
import { serializeError } from '../readers/serializedError.ts'
import type { Batches } from './batches.ts'
import type { ThreadRequest, ThreadResult, ThreadData, ThreadMessage } from './jobThread.ts'
import type { ClaimedJob, JobResult } from './jobKind.ts'
import { createRemoteBatches } from './remoteBatches.ts'

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
export type ThreadWork = (job: ClaimedJob, signal: AbortSignal) => Promise<JobResult | 'yield'>

/**
 * Runs the jobs of a `JobThread` in the calling thread.
 * @param prepare creates the work
 * @param cacheKb as for `openDb`
 */
export function serveJobs(
  prepare: (services: ThreadServices) => ThreadWork,
  { cacheKb }: { cacheKb?: number } = {},
): void {
  const port = assertDefined(parentPort, 'parentPort')
  const { location, enforceQuotas: isEnforced } = workerData as ThreadData
  enforceQuotas(isEnforced)
  const db = openDb(location, cacheKb === undefined ? {} : { cacheKb })
  const running = new Map<string, AbortController>()
  let clockOffset = 0
  let isClosing = false
  const batches = createRemoteBatches(request => port.postMessage(request satisfies ThreadMessage, []))
  const work = prepare({ db, now: () => Date.now() + clockOffset, batches })

  port.on('message', (request: ThreadRequest) => {
    if (request === 'close') {
      isClosing = true
      void closeAtEnd()
    } else if ('stop' in request) running.get(request.stop)?.abort(new Error('The job was stopped.'))
    else if ('grantedBatch' in request) batches.start(request)
    else {
      clockOffset = request.now - Date.now()
      void runAsLongWork(() => run(request.run))
    }
  })

  async function run(job: ClaimedJob): Promise<void> {
    const lease = job.lease_owner
    const stop = new AbortController()
    running.set(lease, stop)
    let report: ThreadResult
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
