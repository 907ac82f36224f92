import { sql } from 'kysely'
import type { Db, Queries, Tx } from '../db/db.ts'
import { inList } from '../db/dialect.ts'
import type { ClaimedJob } from './jobKind.ts'
import { neverDue } from './store.ts'

/** Extends a lease. Returns false when the job was taken over or has ended. */
export async function renewLease(db: Db, id: string, lease: string, until: number): Promise<boolean> {
  const done = await db.write(tx =>
    tx
      .updateTable('jobs')
      .set({ lease_until: until })
      .where('id', '=', id)
      .where('lease_owner', '=', lease)
      .executeTakeFirst(),
  )
  return done.numUpdatedRows > 0n
}

/**
 * Corrects times written while the clock was ahead, once it was set back: a job enqueued then counts as
 * enqueued now with the same delay; a lease longer than the maximum is released.
 * @param leaseMs maximum duration of a lease
 */
export async function correctFutureTimes(db: Db, now: number, leaseMs: number): Promise<void> {
  // The clocks of servers on one database differ slightly.
  const ahead = now + 60_000
  await db.write(async tx => {
    await tx
      .updateTable('jobs')
      .set({ run_after: sql`run_after - created_at + ${now}`, created_at: now })
      .where('finished_at', 'is', null)
      .where('created_at', '>', ahead)
      .where('run_after', '!=', neverDue)
      .execute()
    await tx
      .updateTable('jobs')
      .set({ lease_owner: null, lease_until: null })
      .where('finished_at', 'is', null)
      .where('lease_until', '>', ahead + leaseMs)
      .execute()
  })
}

/**
 * Returns the attempts of a leased job since its last progress, which `saveProgress` has stored; undefined when another
 * process has taken the job over.
 */
export async function readAttempts(db: Queries, id: string, lease: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('attempts')
    .where('id', '=', id)
    .where('lease_owner', '=', lease)
    .executeTakeFirst()
  return row?.attempts
}

/** What a job becomes that waits for another run. */
const queued = { state: 'queued', lease_owner: null, lease_until: null } as const

/**
 * Requeues a leased job.
 * @param next `attempts`: the number of attempts so far, 0 after progress; `run_after`: when it is due, for a later attempt. A
 * job without it remains the first of its owner
 */
export async function requeue(
  tx: Tx,
  { id, lease_owner: lease }: ClaimedJob,
  next: { attempts: number; run_after?: number },
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ ...queued, ...next })
    .where('id', '=', id)
    .where('lease_owner', '=', lease)
    .execute()
}

/** Releases the leases of a process that stops in an orderly way. */
export async function releaseLeases(db: Db, leases: readonly string[]): Promise<void> {
  await db.write(tx =>
    tx
      .updateTable('jobs')
      .set(queued)
      .where(inList(tx, 'lease_owner', leases))
      .where('finished_at', 'is', null)
      .execute(),
  )
}

/**
 * Releases the leases of killed processes. On SQLite no other process can have a lease when a server starts, so it
 * does not wait for the leases to expire; on PostgreSQL other processes may be running, and leases are short.
 */
export async function releaseAbandonedLeases(db: Db, now: number): Promise<void> {
  const isSingleProcess = db.kind === 'sqlite'
  await db.write(async tx => {
    // An interrupted upload cannot complete.
    await tx
      .deleteFrom('jobs')
      .where('finished_at', 'is', null)
      .where('run_after', '=', neverDue)
      .$if(!isSingleProcess, query => query.where('lease_until', '<', now))
      .execute()
    if (isSingleProcess)
      await tx
        .updateTable('jobs')
        .set(queued)
        .where('finished_at', 'is', null)
        .where('lease_until', 'is not', null)
        .execute()
  })
}
