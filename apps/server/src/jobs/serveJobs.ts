import { parentPort, workerData } from 'node:worker_threads'
import { enforceQuotas } from '../access/planQuotas.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/openDb.ts'
import { runAsLongWork } from '../db/writes/longWork.ts'
import { serializeError } from '../readers/serializedError.ts'
import type { Batches } from './batches.ts'
import type { ThreadRequest, ThreadResult, ThreadData, ThreadMessage } from './jobProgram.ts'
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

/** The connection of the program to the server. */
interface ServerPort {
  onRequest(receive: (request: ThreadRequest) => void): void
  post(message: ThreadMessage): void
  /** Ends the program. */
  close(): void
}

/**
 * Runs the jobs of a `JobThread` in the calling thread or process.
 * @param prepare creates the work
 */
export function serveJobs(prepare: (services: ThreadServices) => ThreadWork): void {
  const port = parentPort
  if (port) {
    const ofThread: ServerPort = {
      onRequest: receive => port.on('message', receive),
      post: message => port.postMessage(message, []),
      close: () => port.close(),
    }
    return serve(ofThread, workerData as ThreadData, prepare)
  }
  const ofProcess: ServerPort = {
    onRequest: receive => process.on('message', receive),
    post: message => void process.send?.(message),
    close: () => process.disconnect(),
  }
  process.once('message', (data: ThreadData) => serve(ofProcess, data, prepare))
  // Also when the server has ended: the next start resumes the job from its last batch.
  process.once('disconnect', () => process.exit())
}

function serve(
  port: ServerPort,
  { location, enforceQuotas: isEnforced }: ThreadData,
  prepare: (services: ThreadServices) => ThreadWork,
): void {
  enforceQuotas(isEnforced)
  const db = openDb(location)
  const running = new Map<string, AbortController>()
  let clockOffset = 0
  let isClosing = false
  const batches = createRemoteBatches(request => port.post(request))
  const work = prepare({ db, now: () => Date.now() + clockOffset, batches })

  port.onRequest(request => {
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
    port.post(report)
    await closeAtEnd()
  }

  async function closeAtEnd(): Promise<void> {
    if (!isClosing || running.size > 0) return
    await db.close()
    port.close()
  }
}
