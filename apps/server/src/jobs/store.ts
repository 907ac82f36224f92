import { hasRow } from '../db/statements/readRow.ts'
import { type RawBuilder, sql } from 'kysely'
import { bulkRows } from '../db/statements/bulkRows.ts'
import type { Db, Queries, Tx } from '../db/db.ts'
import { newId } from '../db/newId.ts'
import type { JobRow } from '../db/tables/tables.ts'

export interface NewJob {
  /** The owner of the library it works on; null for none. */
  ownerId: string | null
  kind: string
  payload: Record<string, unknown>
  now: number
  id?: string
  /** 'small' for short work of a kind with a separate queue for it. */
  size?: 'small' | undefined
  /** The number of items, for the progress. */
  total?: number
  /** Earliest start, in milliseconds since 1970. */
  runAfter?: number
}

/** The due time of a job that waits for an event (the upload of its file): never. */
export const neverDue = 8_000_000_000_000_000

/** Returns the name of the queue for jobs of a kind and size. */
export function queueName(kind: string, size?: 'small'): string {
  return size === undefined ? kind : `${kind}.${size}`
}

/** Enqueues a job, in the transaction of the action that requests it. */
export async function enqueue(tx: Tx, job: NewJob) {
  const { ownerId, kind, payload, now, id = newId(), size, total = 0, runAfter = now } = job
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
      total,
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

/** Returns the statement that enqueues several jobs. */
export function enqueueJobs(db: Queries, jobs: readonly Omit<NewJob, 'id' | 'total'>[]): RawBuilder<unknown> {
  const rows = jobs.map(({ ownerId, kind, size, payload, now, runAfter = now }) => {
    const queue = queueName(kind, size)
    return [newId(), ownerId, kind, queue, ownerId ?? '', JSON.stringify(payload), runAfter, now]
  })
  return sql`insert into jobs (id, owner_id, kind, queue, queue_key, payload, run_after, created_at)
    ${bulkRows(db, ['text', 'text', 'text', 'text', 'text', 'text', 'int', 'int'], rows)}`
}

/** Deletes jobs that ended long ago; unwatched ones much sooner. */
export async function deleteEndedJobs(db: Db, now: number, watched: readonly string[]): Promise<void> {
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

/** Returns true when a job of this kind waits or runs for the person. */
export async function hasUnfinishedJob(db: Queries, ownerId: string, kind: string): Promise<boolean> {
  return hasRow(selectUnfinished(db).where('owner_id', '=', ownerId).where('kind', '=', kind))
}

const selectUnfinished = (db: Queries) => db.selectFrom('jobs').where('finished_at', 'is', null)

/** Returns the condition that a job of this kind, which has one queue, waits or runs for the person. */
export function isQueuedOrRuns(kind: string, ownerId: string): RawBuilder<boolean> {
  const open = sql`select 1 from jobs where queue = ${kind} and queue_key = ${ownerId} and finished_at is null`
  // Each has its index.
  return sql<boolean>`(exists (${open} and lease_until is null) or exists (${open} and lease_until is not null))`
}

/** Returns true when at least so many jobs of this kind, which has a queue for short work, wait for the person. */
export async function areWaiting(
  db: Queries,
  ownerId: string,
  kind: string,
  count: number,
): Promise<boolean> {
  return hasRow(
    selectUnfinished(db)
      .where('queue', 'in', [queueName(kind), queueName(kind, 'small')])
      .where('queue_key', '=', ownerId)
      .where('lease_until', 'is', null)
      .limit(1)
      .offset(count - 1),
  )
}

/** Returns true when a job of this kind waits or runs. */
export async function hasUnfinishedJobOfKind(db: Queries, kind: string): Promise<boolean> {
  return hasRow(selectUnfinished(db).where('kind', '=', kind))
}

/**
 * Returns whether a job of this kind, which has no owner, waits for an attempt.
 * @param due when it is due, in milliseconds since 1970; at any time by default
 */
export async function isQueued(
  db: Queries,
  kind: string,
  { from = 0, to = neverDue }: { from?: number; to?: number } = {},
): Promise<boolean> {
  return hasRow(
    selectUnfinished(db)
      .where('owner_id', 'is', null)
      .where('kind', '=', kind)
      .where('state', '=', 'queued')
      .where('run_after', '>=', from)
      .where('run_after', '<=', to),
  )
}

/** Returns whether a job of this kind waits for an attempt on a person's library. */
export async function isQueuedFor(db: Queries, ownerId: string, kind: string): Promise<boolean> {
  const queued = selectUnfinished(db).where('state', '=', 'queued')
  return hasRow(queued.where('owner_id', '=', ownerId).where('kind', '=', kind))
}

/** Returns when the last job of this kind, which has no owner, ended, in milliseconds since 1970; 0 for never. */
export async function lastEndOf(db: Queries, kind: string): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select('finished_at')
    .where('owner_id', 'is', null)
    .where('kind', '=', kind)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finished_at ?? 0
}

export async function findJob(db: Queries, ownerId: string, id: string): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

/**
 * Stores the progress of a job's current run, in the transaction of its batch.
 * @returns whether a cancellation was requested
 * @throws when another process has taken over the job: two writers would write everything twice
 */
export async function saveProgress(
  tx: Tx,
  job: Pick<JobRow, 'id' | 'lease_owner'>,
  progress: Partial<Pick<JobRow, 'done' | 'total' | 'payload' | 'report'>>,
): Promise<boolean> {
  const row = await tx
    .updateTable('jobs')
    // Progress was made, so earlier attempts no longer count.
    .set({ ...progress, attempts: 1 })
    .where('id', '=', job.id)
    .where('lease_owner', '=', job.lease_owner)
    .returning('cancel_wanted')
    .executeTakeFirst()
  if (!row) throw new Error('Another process has taken over the job.')
  return row.cancel_wanted !== 0
}

/** Requests that a job ends after its current batch. */
export async function requestCancel(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('jobs').set({ cancel_wanted: 1 }).where('id', '=', id).execute()
}

/** Returns whether a job was requested to end. */
export async function isCancelWanted(db: Queries, id: string): Promise<boolean> {
  const row = await db.selectFrom('jobs').select('cancel_wanted').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.cancel_wanted !== 0
}

/** Returns the person's jobs of these kinds that are unfinished or ended after a time, the oldest first. */
export async function listRecentJobs(
  db: Queries,
  ownerId: string,
  kinds: readonly string[],
  endedAfter: number,
): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('kind', 'in', kinds)
    .where(eb => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>', endedAfter)]))
    .orderBy('created_at')
    .execute()
}

/** Makes a job due whose file has arrived. */
export async function releaseUploadedJob(
  tx: Tx,
  id: string,
  given: { payload: Record<string, unknown>; queue: string; now: number; kind?: string },
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({
      payload: JSON.stringify(given.payload),
      queue: given.queue,
      run_after: given.now,
      lease_until: null,
      ...(given.kind !== undefined && { kind: given.kind }),
    })
    .where('id', '=', id)
    .execute()
}
