import type { Worker } from 'node:worker_threads'
import { startThread } from '../concurrency/threads.ts'
import { areQuotasEnforced } from '../access/planQuotas.ts'
import type { DbLocation } from '../db/db.ts'
import type { SerializedError } from '../readers/messages.ts'
import { deserializeError } from '../readers/serializedError.ts'
import type { Services } from '../services.ts'
import type { ClaimedJob, JobResult } from './jobKind.ts'
import { type BatchRequest, type BatchGrant, serveBatches } from './remoteBatches.ts'

/**
 * A thread for jobs with its own database connection. It stays alive for a while, so that the next job starts
 * without delay.
 */
export interface JobThread {
  /**
   * Runs a job in the thread.
   * @param signal asks the job to stop after its batch
   * @throws the job's error; an Error when the thread ends before the job does
   */
  run(job: ClaimedJob, signal: AbortSignal): Promise<JobResult | 'yield'>
  /** Ends the thread after its jobs have ended, and waits for that. */
  close(): Promise<void>
}

/** The start data of the thread. */
export interface ThreadData {
  location: DbLocation
  /** Whether plan limits apply. */
  enforceQuotas: boolean
}

/**
 * A message to the thread: run a job (with the current time in milliseconds since 1970), stop one, or end.
 */
export type ThreadRequest = { run: ClaimedJob; now: number } | { stop: string } | BatchGrant | 'close'

/** A message from the thread: a request to write, or the result of a job. */
export type ThreadMessage = BatchRequest | ThreadResult

/** The result of one run of a job. */
export interface ThreadResult {
  /** The lease of the run: after a clock was set back, a job may run again before its first run has ended. */
  lease: string
  end?: JobResult | 'yield'
  error?: SerializedError
}

interface Waiting {
  thread: Worker
  resolve(end: JobResult | 'yield'): void
  reject(error: unknown): void
}

/** How long the thread stays alive without a job, in milliseconds. */
const idleMs = 300_000
/** Limits of its heap in megabytes: a bug becomes a failed job, not a dead server. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/**
 * Creates the thread; it starts with its first job.
 * @param file the module it runs, which calls `serveJobs`; it uses the same database and clock, and writes in
 * the slots of the server's batches
 */
export function createJobThread(
  file: URL,
  { db, now, batches }: Pick<Services, 'db' | 'now' | 'batches'>,
): JobThread {
  /** By lease. */
  const jobs = new Map<string, Waiting>()
  let worker: Worker | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const workerData: ThreadData = { location: db.location, enforceQuotas: areQuotasEnforced() }
    const created = startThread(file, { workerData, execArgv: [], resourceLimits: heap })
    let failure: unknown
    const slots = serveBatches(batches, grant => created.postMessage(grant satisfies ThreadRequest, []))
    created.on('message', (message: ThreadMessage) =>
      'lease' in message ? settle(message) : slots.receive(message),
    )
    created.on('error', error => (failure = error))
    ended = new Promise(resolve =>
      created.once('exit', () => {
        slots.end()
        if (worker === created) worker = undefined
        const lost = failure ?? new Error('The thread ended before its job.')
        for (const [lease, job] of jobs) if (job.thread === created && jobs.delete(lease)) job.reject(lost)
        resolve(null)
      }),
    )
    return created
  }

  function settle({ lease, end, error }: ThreadResult): void {
    const job = jobs.get(lease)
    jobs.delete(lease)
    if (jobs.size === 0) scheduleRelease()
    if (end) job?.resolve(end)
    else job?.reject(error ? deserializeError(error) : new Error('The job ended without a result.'))
  }

  function scheduleRelease(): void {
    // It must not keep the process alive.
    worker?.unref()
    clearTimeout(idle)
    idle = setTimeout(release, idleMs).unref()
  }

  function release(): void {
    clearTimeout(idle)
    worker?.postMessage('close' satisfies ThreadRequest, [])
    worker = undefined
  }

  return {
    run(job, signal) {
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      const thread = worker
      const lease = job.lease_owner
      const stop = () => thread.postMessage({ stop: lease } satisfies ThreadRequest, [])
      const result = new Promise<JobResult | 'yield'>((resolve, reject) =>
        jobs.set(lease, { thread, resolve, reject }),
      )
      thread.postMessage({ run: job, now: now() } satisfies ThreadRequest, [])
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop, { once: true })
      return result.finally(() => signal.removeEventListener('abort', stop))
    },
    async close() {
      worker?.ref()
      release()
      await ended
    },
  }
}
