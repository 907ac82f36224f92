import { sql } from 'kysely'
import type { Db, Queries, Tx } from '../db/db.ts'
import { inList, isPostgres } from '../db/dialect.ts'
import type { JobRow } from '../db/tables.ts'
import { notYet } from './store.ts'

export interface Claim {
  /** Names this one run of the job: whoever writes for it later does so under this name, or not at all. */
  lease: string
  kinds: readonly string[]
  /** What this process works on already; its own lease may have run out while the machine slept. */
  except: readonly string[]
  now: number
  leaseMs: number
}

/**
 * Takes the next job whose time has come and whose lease nobody holds. A job of a process that died comes back when its
 * lease has run out.
 */
export async function claim(
  db: Db,
  { lease, kinds, except, now, leaseMs }: Claim,
): Promise<JobRow | undefined> {
  return db.write(async tx => {
    const skip = isPostgres(tx) ? sql`for update skip locked` : sql``
    const { rows } = await sql<JobRow>`select * from jobs
      where finished_at is null and run_after <= ${now} and (lease_until is null or lease_until < ${now})
        and kind in (${sql.join(kinds)}) and not (${inList(tx, 'id', except)})
      order by run_after, created_at limit 1 ${skip}`.execute(tx)
    const job = rows[0]
    if (!job) return undefined
    const taken = {
      state: 'running' as const,
      lease_owner: lease,
      lease_until: now + leaseMs,
      attempts: job.attempts + 1,
    }
    await tx.updateTable('jobs').set(taken).where('id', '=', job.id).execute()
    return { ...job, ...taken }
  })
}

/**
 * Whether a job waits whose time has come; without taking a writer's turn. What is due on a later day is not looked at:
 * there may be a great many of those.
 */
export async function isAnyDue(db: Queries, kinds: readonly string[], now: number): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('finished_at', 'is', null)
    .where('run_after', '<=', now)
    .where(eb => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

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

/** Puts a job back to be tried again later. */
export async function retryLater(tx: Tx, id: string, lease: string, runAfter: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ state: 'queued', run_after: runAfter, lease_owner: null, lease_until: null })
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
