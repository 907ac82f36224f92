import { isSlotWanted } from './claim.ts'
import type { ClaimedJob, SlotState } from './jobKind.ts'
import { renewLease } from './lease.ts'
import type { Queue } from './queues.ts'
import { runJob, type RunContext } from './runJob.ts'

/** Short, so that the job of a killed process resumes soon; a running job renews it three times as often. */
export const leaseMs = 15_000

interface RunningJob {
  id: string
  lease: string
  queue: string
  abort: AbortController
  ended: Promise<void>
}

/** The jobs that this server runs, with the renewal of their leases. */
export class RunningJobs {
  readonly #jobs = new Set<RunningJob>()
  readonly #context: RunContext
  readonly #onEnd: () => void

  /** @param onEnd called after each job */
  constructor(context: RunContext, onEnd: () => void) {
    this.#context = context
    this.#onEnd = onEnd
  }

  ids(): string[] {
    return [...this.#jobs].map(each => each.id)
  }

  count(queue: string): number {
    return [...this.#jobs].filter(each => each.queue === queue).length
  }

  /** Starts a claimed job. */
  start(job: ClaimedJob, { kind, perKey }: Pick<Queue, 'kind' | 'perKey'>): void {
    const { db, now, listener } = this.#context
    const onError = (error: unknown) => listener.onError(error)
    const abort = new AbortController()
    const lease = job.lease_owner
    const renewOrAbort = async () => {
      // Another process took the job over. Its lease rejects further writes of this run, which therefore
      // ends.
      if (!(await renewLease(db, job.id, lease, now() + leaseMs))) abort.abort(new Error('taken over'))
    }
    const renewal = setInterval(() => void renewOrAbort().catch(onError), leaseMs / 3)
    const entry: RunningJob = { id: job.id, lease, queue: job.queue, abort, ended: Promise.resolve() }
    const slot: SlotState = {
      isWanted: () => isSlotWanted(db.read, { queue: job.queue, perKey }, job, now()),
    }
    entry.ended = runJob(this.#context, job, kind, abort.signal, slot)
      .catch(onError)
      .finally(() => {
        clearInterval(renewal)
        this.#jobs.delete(entry)
        this.#onEnd()
      })
    this.#jobs.add(entry)
  }

  cancel(id: string): void {
    for (const job of this.#jobs) if (job.id === id) job.abort.abort(new Error('cancelled'))
  }

  /**
   * Aborts all jobs and waits for their ends.
   * @returns their leases
   */
  async stop(): Promise<string[]> {
    const jobs = [...this.#jobs]
    for (const job of jobs) job.abort.abort(new Error('stopping'))
    await Promise.all(jobs.map(job => job.ended))
    return jobs.map(job => job.lease)
  }
}
