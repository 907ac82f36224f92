import { sql } from 'kysely'
import type { Db, Queries, Tx } from '../db/db.ts'
import { inList } from '../db/dialect.ts'
import { readRow } from '../db/statements/readRow.ts'
import { enqueue, neverDue } from './store.ts'

/** A piece of an uploaded file. */
export interface FilePart {
  job: string
  part: number
  bytes: Uint8Array
  /** Until when the upload does not count as interrupted, in milliseconds since 1970. */
  until: number
}

/** Stores a piece, and marks the file as still uploading. */
export async function storeReceived(tx: Tx, { job, part, bytes, until }: FilePart): Promise<void> {
  await storePart(tx, job, part, bytes)
  await extendUpload(tx, job, until)
}

/**
 * Stores one piece of an uploaded file with its job: it is available wherever the job runs, and is deleted with the
 * job.
 */
export async function storePart(tx: Tx, jobId: string, part: number, bytes: Uint8Array): Promise<void> {
  await tx.insertInto('job_files').values({ job_id: jobId, part, bytes }).execute()
}

/** Yields the pieces of a job's file in order, one at a time. */
export async function* readParts(db: Db, jobId: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const row = await db.read
      .selectFrom('job_files')
      .select('bytes')
      .where('job_id', '=', jobId)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!row) return
    yield row.bytes
  }
}

/** The length of a piece in bytes. A stored part is too long to measure progress by: it may be all of a file. */
const pieceBytes = 4096

/** Yields the bytes of a job's file in small pieces. */
export async function* readPieces(db: Db, jobId: string): AsyncGenerator<Uint8Array> {
  for await (const part of readParts(db, jobId))
    for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes)
}

export async function fileSize(db: Queries, jobId: string): Promise<number> {
  const { n } = await readRow(
    db,
    sql<{ n: number }>`select coalesce(sum(length(bytes)), 0) as n from job_files where job_id = ${jobId}`,
  )
  return n
}

/** Marks the file of a job as still uploading: it does not count as interrupted before `until`. */
export async function extendUpload(tx: Tx, jobId: string, until: number): Promise<void> {
  await tx.updateTable('jobs').set({ lease_until: until }).where('id', '=', jobId).execute()
}

/** The kind of the job that deletes the rest of the files of other jobs. */
export const deleteFilesKind = 'deleteJobFiles'

/** The pieces that one transaction deletes: 4 MB. SQLite reads all of a piece to delete it, in the request thread. */
const partsAtOnce = 16

/** Deletes some pieces of the files of jobs. Returns whether there are more. */
export async function deleteSomeParts(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const parts = sql`from job_files where ${inList(tx, 'job_id', ids)}`
  const { numAffectedRows = 0n } = await sql`delete from job_files
    where (job_id, part) in (select job_id, part ${parts} limit ${partsAtOnce})`.execute(tx)
  if (numAffectedRows < partsAtOnce) return false
  return (await sql`select part ${parts} limit 1`.execute(tx)).rows.length > 0
}

/** Frees the page cache of the writing connection to SQLite: after a deletion it holds pages that nobody reads again. */
export async function freePages(db: Db): Promise<void> {
  if (db.kind === 'sqlite') await db.write(tx => sql`pragma shrink_memory`.execute(tx), { isLoad: false })
}

/** Deletes the files of jobs that have ended: the first pieces at once, and the others by a job. */
export async function deleteFilesOf(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length > 0 && (await deleteSomeParts(tx, ids))) await deleteRestLater(tx, ids, now)
}

async function deleteRestLater(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  await enqueue(tx, { ownerId: null, kind: deleteFilesKind, payload: { jobs: ids }, now })
}

/**
 * Ends a job and deletes its files.
 * @param lease of the run that ends it: when another process has taken the job over, nothing changes
 */
export async function finishJob(
  tx: Tx,
  id: string,
  end: { state: 'done' | 'failed' | 'cancelled'; error?: string },
  now: number,
  lease?: string,
): Promise<void> {
  const ended = {
    state: end.state,
    error: end.error ?? null,
    finished_at: now,
    // It names links, and tags that became words of encrypted descriptions since (ENC-12); without an owner, people who may
    // be deleted (Z19).
    payload: sql<string>`case when kind = 'bulk' or owner_id is null then '{}' else payload end`,
  }
  const update = tx
    .updateTable('jobs')
    .set({ ...ended, lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
  const leased = lease === undefined ? update : update.where('lease_owner', '=', lease)
  const { numUpdatedRows } = await leased.executeTakeFirst()
  if (numUpdatedRows > 0n) await deleteFilesOf(tx, [id], now)
}

/** What a job becomes whose file is too large to delete with it at once: one that has ended, and that nobody finds. */
const toDropped = (now: number) => ({
  owner_id: null,
  kind: 'dropped',
  queue: 'dropped',
  queue_key: '',
  payload: '{}',
  report: null,
  state: 'cancelled' as const,
  lease_owner: null,
  lease_until: null,
  finished_at: now,
})

/** Deletes jobs that are dropped, with their files. They remain as rows until a job has deleted large files. */
async function deleteDropped(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  if (await deleteSomeParts(tx, ids)) return deleteRestLater(tx, ids, now)
  await tx
    .deleteFrom('jobs')
    .where(inList(tx, 'id', ids))
    .execute()
}

/** Deletes jobs with the pieces of their files. */
export async function deleteJobs(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('jobs')
    .set(toDropped(now))
    .where(inList(tx, 'id', ids))
    .execute()
  await deleteDropped(tx, ids, now)
}

/**
 * Returns whether a job of this kind is queued or running for the person. A job with an interrupted upload is
 * neither.
 * @param except jobs that no longer count
 */
export async function hasOpenJob(
  db: Queries,
  ownerId: string,
  kind: string,
  now: number,
  except: readonly string[] = [],
): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .$if(except.length > 0, query => query.where('id', 'not in', except))
    .where(eb => eb.or([eb('run_after', '<', neverDue), eb('lease_until', '>', now)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the ended jobs of a kind of these people, with their files. */
export async function deleteEndedOfKind(
  tx: Tx,
  ownerIds: readonly string[],
  kind: string,
  now: number,
): Promise<void> {
  const dropped = await tx
    .updateTable('jobs')
    .set(toDropped(now))
    .where(inList(tx, 'owner_id', ownerIds))
    .where('kind', '=', kind)
    .where('finished_at', 'is not', null)
    .returning('id')
    .execute()
  await deleteDropped(
    tx,
    dropped.map(row => row.id),
    now,
  )
}
