import { sql } from 'kysely'
import type { Db, Queries, Tx } from '../db/db.ts'
import { isPostgres } from '../db/dialect.ts'
import { newId } from '../db/newId.ts'
import type { JobRow } from '../db/tables.ts'

export interface NewJob {
  ownerId: string
  kind: string
  payload: Record<string, unknown>
  now: number
  id?: string
  /** Not before this time, in milliseconds since 1970. */
  runAfter?: number
}

/** Leaves work as a row, in the transaction of the deed that asks for it. */
export async function enqueue(tx: Tx, { ownerId, kind, payload, now, id = newId(), runAfter = now }: NewJob) {
  await tx
    .insertInto('jobs')
    .values({
      id,
      owner_id: ownerId,
      kind,
      payload: JSON.stringify(payload),
      state: 'queued',
      done: 0,
      total: 0,
      report: null,
      error: null,
      attempts: 0,
      cancel_wanted: 0,
      lease_owner: null,
      lease_until: null,
      run_after: runAfter,
      created_at: now,
      finished_at: null,
    })
    .execute()
  return id
}

/**
 * Takes the next job whose time has come and whose lease nobody holds. A job of a process that died comes back when its
 * lease has run out.
 */
export async function claim(
  db: Db,
  worker: string,
  kinds: readonly string[],
  now: number,
  leaseMs: number,
): Promise<JobRow | undefined> {
  return db.write(async tx => {
    const skip = isPostgres(tx) ? sql`for update skip locked` : sql``
    const { rows } = await sql<JobRow>`select * from jobs
      where finished_at is null and run_after <= ${now} and (lease_until is null or lease_until < ${now})
        and kind in (${sql.join(kinds)})
      order by run_after, created_at limit 1 ${skip}`.execute(tx)
    const job = rows[0]
    if (!job) return undefined
    await tx
      .updateTable('jobs')
      .set({ state: 'running', lease_owner: worker, lease_until: now + leaseMs, attempts: job.attempts + 1 })
      .where('id', '=', job.id)
      .execute()
    return { ...job, state: 'running' as const, attempts: job.attempts + 1, lease_owner: worker }
  })
}

/** Whether anything waits, and when the next one is due; without taking a writer's turn. */
export async function nextDue(db: Queries, kinds: readonly string[], now: number): Promise<number | null> {
  const row = await db
    .selectFrom('jobs')
    .select(
      sql<number | null>`min(case when lease_until > run_after then lease_until else run_after end)`.as(
        'due',
      ),
    )
    .where('finished_at', 'is', null)
    .where('kind', 'in', kinds)
    .executeTakeFirst()
  return row?.due === null || row?.due === undefined ? null : Math.max(row.due, now)
}

export async function renew(db: Db, id: string, worker: string, until: number): Promise<void> {
  await db.write(tx =>
    tx
      .updateTable('jobs')
      .set({ lease_until: until })
      .where('id', '=', id)
      .where('lease_owner', '=', worker)
      .execute(),
  )
}

/** Ends a job. Its files are of no use any more. */
export async function finish(
  tx: Tx,
  id: string,
  end: { state: 'done' | 'failed' | 'cancelled'; error?: string },
  now: number,
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({
      state: end.state,
      error: end.error ?? null,
      finished_at: now,
      lease_owner: null,
      lease_until: null,
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
  await tx.deleteFrom('job_files').where('job_id', '=', id).execute()
}

/** Puts a job back to be tried again later. */
export async function retryLater(tx: Tx, id: string, runAfter: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ state: 'queued', run_after: runAfter, lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .execute()
}

/** Lets go of what a process holds when it stops in good order. */
export async function releaseAll(db: Db, worker: string): Promise<void> {
  await db.write(tx =>
    tx
      .updateTable('jobs')
      .set({ state: 'queued', lease_owner: null, lease_until: null })
      .where('lease_owner', '=', worker)
      .where('finished_at', 'is', null)
      .execute(),
  )
}

/** Jobs that ended longer ago than this are forgotten; the small ones, which nobody watches, much sooner. */
export async function forgetEnded(db: Db, now: number, watched: readonly string[]): Promise<void> {
  const day = 86_400_000
  await db.write(async tx => {
    await tx
      .deleteFrom('jobs')
      .where('finished_at', '<', now - 30 * day)
      .execute()
    await tx
      .deleteFrom('jobs')
      .where('finished_at', '<', now - day / 24)
      .where('kind', 'not in', watched)
      .execute()
  })
}

export async function jobOf(db: Queries, ownerId: string, id: string): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}
