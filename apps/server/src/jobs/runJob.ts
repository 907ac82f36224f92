import type { Db } from '../db/db.ts'
import { runAsLongWork } from '../db/writes/longWork.ts'
import { runAsWriter } from '../db/writes/writeShares.ts'
import type { JobListener } from './jobListener.ts'
import type { ClaimedJob, JobResult, JobKind, SlotState } from './jobKind.ts'
import { readAttempts, requeue } from './lease.ts'
import { isResourceShortage } from './resourceShortage.ts'
import { finishJob } from './fileStore.ts'

/** How many crashes of its process a job may cause, beyond its attempts, before it fails. */
const maxCrashes = 3
/**
 * The delay before the retry of a job that lacked resources, and for how long such attempts do not count; in
 * milliseconds.
 */
const shortageRetryMs = 5_000
const maxShortageMs = 86_400_000

/** What the runs of a server's jobs share. */
export interface RunContext {
  db: Db
  /** Milliseconds since 1970. */
  now: () => number
  listener: JobListener
  /** Returns true once the server stops: jobs then keep their state, and their leases are released. */
  isStopped(): boolean
}

/** Runs a claimed job once, and stores its end, its return to the queue, or its retry. */
export async function runJob(
  context: RunContext,
  job: ClaimedJob,
  kind: JobKind,
  signal: AbortSignal,
  slot: SlotState,
): Promise<void> {
  const { db, now, listener, isStopped } = context
  const lease = job.lease_owner
  try {
    const end: JobResult | 'yield' = (await runAsLongWork(() =>
      runAsWriter(job.owner_id ?? job.id, () => kind.run(job, signal, slot)),
    )) ?? {
      state: 'done',
    }
    if (end === 'yield') {
      if (!isStopped()) await db.write(tx => requeue(tx, job, { attempts: 0 }), { isLoad: false })
      return
    }
    if (end.cause !== undefined) listener.onError(end.cause)
    if (!isStopped()) await db.write(tx => finishJob(tx, job.id, end, now(), lease), { isLoad: false })
  } catch (error) {
    if (!isStopped()) await scheduleRetry(context, job, kind, error)
  } finally {
    if (kind.touches && job.owner_id) listener.onChange?.(job.owner_id, kind.touches)
  }
}

async function scheduleRetry(
  context: RunContext,
  job: ClaimedJob,
  kind: JobKind,
  error: unknown,
): Promise<void> {
  const { db, now, listener } = context
  const isLack = isResourceShortage(error)
  // A run that made progress resets the count.
  const attempts = (await readAttempts(db.read, job.id, job.lease_owner)) ?? job.attempts
  if (isLack && now() < job.created_at + maxShortageMs) {
    listener.onRetry?.(error, job, isLack)
    const next = { run_after: now() + shortageRetryMs, attempts: attempts - 1 }
    return db.write(tx => requeue(tx, job, next))
  }
  if (attempts < kind.attempts) {
    if (isLack || kind.watched) listener.onRetry?.(error, job, isLack)
    const next = { run_after: now() + 5_000 * 4 ** (attempts - 1), attempts }
    return db.write(tx => requeue(tx, job, next))
  }
  listener.onError(error)
  await failJob(context, job)
}

/** Returns true for a job whose process crashed too often. */
export function hasCrashedTooOften(job: ClaimedJob, kind: JobKind): boolean {
  return job.attempts > kind.attempts + maxCrashes
}

/** Ends a job as failed. */
export function failJob({ db, now }: RunContext, job: ClaimedJob): Promise<void> {
  const end = { state: 'failed' as const, error: 'This couldn’t be finished.' }
  return db.write(tx => finishJob(tx, job.id, end, now(), job.lease_owner))
}
