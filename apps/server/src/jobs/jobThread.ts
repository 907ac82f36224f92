import { areQuotasEnforced } from '../access/planQuotas.ts'
import { deserializeError } from '../readers/serializedError.ts'
import type { Services } from '../services.ts'
import type { ClaimedJob, JobResult } from './jobKind.ts'
import {
  inThread,
  type JobProgram,
  type StartJobProgram,
  type ThreadData,
  type ThreadResult,
} from './jobProgram.ts'
import { serveBatches } from './remoteBatches.ts'

/**
 * A thread, or a process, for jobs with its own database connection. It stays alive for a while, so that the next job
 * starts without delay.
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

type Waiting = PromiseWithResolvers<JobResult | 'yield'> & { thread: JobProgram }

/**
 * Creates the thread; it starts with its first job.
 * @param file the module it runs, which calls `serveJobs`; it uses the same database and clock, and writes in
 * the slots of the server's batches
 * @param options `start` is `inThread` or `inProcess`; `idleMs` is how long it stays alive without a job, in milliseconds
 */
export function createJobThread(
  file: URL,
  { db, now, batches }: Pick<Services, 'db' | 'now' | 'batches'>,
  { start = inThread, idleMs = 300_000 }: { start?: StartJobProgram; idleMs?: number } = {},
): JobThread {
  /** By lease. */
  const jobs = new Map<string, Waiting>()
  let worker: JobProgram | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  function startWorker(): JobProgram {
    const data: ThreadData = { location: db.location, enforceQuotas: areQuotasEnforced() }
    const slots = serveBatches(batches, grant => created.send(grant))
    const end = Promise.withResolvers<null>()
    ended = end.promise
    const created = start(file, data, {
      onMessage: message => ('lease' in message ? settle(message) : slots.receive(message)),
      onEnd(failure) {
        slots.end()
        if (worker === created) worker = undefined
        const lost = failure ?? new Error('The thread ended before its job.')
        for (const [lease, job] of jobs) if (job.thread === created && jobs.delete(lease)) job.reject(lost)
        end.resolve(null)
      },
    })
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
    worker?.send('close')
    worker = undefined
  }

  return {
    run(job, signal) {
      clearTimeout(idle)
      worker ??= startWorker()
      worker.ref()
      const thread = worker
      const lease = job.lease_owner
      const stop = () => thread.send({ stop: lease })
      const result = Promise.withResolvers<JobResult | 'yield'>()
      jobs.set(lease, { thread, ...result })
      thread.send({ run: job, now: now() })
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop, { once: true })
      return result.promise.finally(() => signal.removeEventListener('abort', stop))
    },
    async close() {
      worker?.ref()
      release()
      await ended
    },
  }
}
