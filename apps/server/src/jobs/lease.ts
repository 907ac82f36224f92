import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { inList } from '../db/dialect.ts'
import { notYet } from './store.ts'

/** Holds a job a while longer. False when it is another's by now, or ended. */
export async function renew(db: Db, id: string, lease: string, until: number): Promise<boolean> {
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
 * Sets right what was written while the clock was ahead, once it has been set back: a job left then counts as left now, and
 * waits no longer than it was to; a lease that would last longer than any is nobody's.
 * @param leaseMs how long a lease lasts at most
 */
export async function forgetFuture(db: Db, now: number, leaseMs: number): Promise<void> {
  // Servers on one database differ by a little.
  const ahead = now + 60_000
  await db.write(async tx => {
    await tx
      .updateTable('jobs')
      .set({ run_after: sql`run_after - created_at + ${now}`, created_at: now })
      .where('finished_at', 'is', null)
      .where('created_at', '>', ahead)
      .where('run_after', '!=', notYet)
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
 * Puts a job back to be tried again later.
 * @param attempts how many count so far
 */
export async function retryLater(
  tx: Tx,
  id: string,
  lease: string,
  { runAfter, attempts }: { runAfter: number; attempts: number },
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ state: 'queued', run_after: runAfter, attempts, lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_owner', '=', lease)
    .execute()
}

/** Puts a job back that gives its turn to another owner's. It stays the first of its own. */
export async function putBack(tx: Tx, id: string, lease: string): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ state: 'queued', attempts: 0, lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_owner', '=', lease)
    .execute()
}

/** Lets go of what a process holds when it stops in good order. */
export async function release(db: Db, leases: readonly string[]): Promise<void> {
  await db.write(tx =>
    tx
      .updateTable('jobs')
      .set({ state: 'queued', lease_owner: null, lease_until: null })
      .where(inList(tx, 'lease_owner', leases))
      .where('finished_at', 'is', null)
      .execute(),
  )
}

/**
 * Sets free what a process left that was killed. On SQLite nobody else can hold a job when a server starts, so nothing
 * waits for a lease to run out; on PostgreSQL other processes may be at work, and leases are short.
 */
export async function releaseAbandoned(db: Db, now: number): Promise<void> {
  const alone = db.kind === 'sqlite'
  await db.write(async tx => {
    // A file that stopped on its way will never be whole.
    await tx
      .deleteFrom('jobs')
      .where('finished_at', 'is', null)
      .where('run_after', '=', notYet)
      .$if(!alone, query => query.where('lease_until', '<', now))
      .execute()
    if (alone)
      await tx
        .updateTable('jobs')
        .set({ state: 'queued', lease_owner: null, lease_until: null })
        .where('finished_at', 'is', null)
        .where('lease_until', 'is not', null)
        .execute()
  })
}
