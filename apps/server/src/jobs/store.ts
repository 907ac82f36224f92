import { type RawBuilder, sql } from 'kysely'
import { bulkRows } from '../db/bulk.ts'
import type { Db, Queries, Tx } from '../db/db.ts'
import { newId } from '../db/newId.ts'
import type { JobRow } from '../db/tables.ts'

export interface NewJob {
  /** Whose library it works on; null for what belongs to nobody's. */
  ownerId: string | null
  kind: string
  payload: Record<string, unknown>
  now: number
  id?: string
  /** 'small' for short work of a kind that has a queue for it. */
  size?: 'small' | undefined
  /** Not before this time, in milliseconds since 1970. */
  runAfter?: number
}

/** A job that waits for something that has no hour (its file, on its way) is due then: never. */
export const notYet = 8_000_000_000_000_000

/** Returns the name of the queue for jobs of a kind and size. */
export function queueName(kind: string, size?: 'small'): string {
  return size === undefined ? kind : `${kind}.${size}`
}

/** Leaves work as a row, in the transaction of the deed that asks for it. */
export async function enqueue(tx: Tx, job: NewJob) {
  const { ownerId, kind, payload, now, id = newId(), size, runAfter = now } = job
  await tx
    .insertInto('jobs')
    .values({
      id,
      owner_id: ownerId,
      kind,
      queue: queueName(kind, size),
      queue_key: ownerId ?? '',
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

/** The statement that leaves several at once. */
export function newJobs(db: Queries, jobs: readonly Omit<NewJob, 'id'>[]): RawBuilder<unknown> {
  const rows = jobs.map(({ ownerId, kind, size, payload, now, runAfter = now }) => {
    const queue = queueName(kind, size)
    return [newId(), ownerId, kind, queue, ownerId ?? '', JSON.stringify(payload), runAfter, now]
  })
  return sql`insert into jobs (id, owner_id, kind, queue, queue_key, payload, run_after, created_at)
    ${bulkRows(db, ['text', 'text', 'text', 'text', 'text', 'text', 'int', 'int'], rows)}`
}

/**
 * Ends a job. Its files are of no use any more.
 * @param lease of the run that ends it: when another has taken the job over, it is left to that one
 */
export async function finish(
  tx: Tx,
  id: string,
  end: { state: 'done' | 'failed' | 'cancelled'; error?: string },
  now: number,
  lease?: string,
): Promise<void> {
  const ended = { state: end.state, error: end.error ?? null, finished_at: now }
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ ...ended, lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .$if(lease !== undefined, query => query.where('lease_owner', '=', lease!))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await tx.deleteFrom('job_files').where('job_id', '=', id).execute()
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

/** Whether a job of this kind of the person waits or runs. */
export async function hasOpen(db: Queries, ownerId: string, kind: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function findJob(db: Queries, ownerId: string, id: string): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}
