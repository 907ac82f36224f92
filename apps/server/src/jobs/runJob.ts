import type { Db } from '../db/db.ts'
import { runAsLongWork } from '../db/longWork.ts'
import type { JobListener } from './jobListener.ts'
import type { ClaimedJob, JobEnd, JobKind, JobTurn } from './kind.ts'
import { putBack, retryLater } from './lease.ts'
import { isShortage } from './shortage.ts'
import { finish } from './store.ts'

/** How many crashes of its process a job may cause, beyond its attempts, before it fails. */
const crashesAllowed = 3
/**
 * The delay before the retry of a job that lacked resources, and for how long such attempts do not count; in
 * milliseconds.
 */
const shortageMs = 5_000
const shortageAllowedMs = 86_400_000

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
  turn: JobTurn,
): Promise<void> {
  const { db, now, listener, isStopped } = context
  const lease = job.lease_owner
  try {
    const end: JobEnd | 'yield' = (await runAsLongWork(() => kind.run(job, signal, turn))) ?? {
      state: 'done',
    }
    if (end === 'yield') {
      if (!isStopped()) await db.write(tx => putBack(tx, job.id, lease))
      return
    }
    if (end.fault !== undefined) listener.fault(end.fault)
    if (!isStopped()) await db.write(tx => finish(tx, job.id, end, now(), lease))
  } catch (error) {
    if (!isStopped()) await tryAgain(context, job, kind, error)
  } finally {
    if (kind.touches && job.owner_id) listener.changed?.(job.owner_id, kind.touches)
  }
}

async function tryAgain(context: RunContext, job: ClaimedJob, kind: JobKind, error: unknown): Promise<void> {
  const { db, now, listener } = context
  const lacks = isShortage(error)
  if (lacks && now() < job.created_at + shortageAllowedMs) {
    listener.retried?.(error, job, lacks)
    const next = { runAfter: now() + shortageMs, attempts: job.attempts - 1 }
    return db.write(tx => retryLater(tx, job.id, job.lease_owner, next))
  }
  if (job.attempts < kind.attempts) {
    if (lacks || kind.watched) listener.retried?.(error, job, lacks)
    const next = { runAfter: now() + 5_000 * 4 ** (job.attempts - 1), attempts: job.attempts }
    return db.write(tx => retryLater(tx, job.id, job.lease_owner, next))
  }
  listener.fault(error)
  await giveUp(context, job)
}

/** Returns true for a job whose process crashed too often. */
export function hasCrashedTooOften(job: ClaimedJob, kind: JobKind): boolean {
  return job.attempts > kind.attempts + crashesAllowed
}

/** Ends a job as failed. */
export function giveUp({ db, now }: RunContext, job: ClaimedJob): Promise<void> {
  const end = { state: 'failed' as const, error: 'This couldn’t be finished.' }
  return db.write(tx => finish(tx, job.id, end, now(), job.lease_owner))
}
