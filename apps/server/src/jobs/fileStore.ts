import { sql } from 'kysely'
import type { Db, Queries, Tx } from '../db/db.ts'
import { inList } from '../db/dialect.ts'
import { readRow } from '../db/readRow.ts'
import { neverDue } from './store.ts'

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
    sql<{ n: number | null }>`select sum(length(bytes)) as n from job_files where job_id = ${jobId}`,
  )
  return Number(n ?? 0)
}

/** Marks the file of a job as still uploading: it does not count as interrupted before `until`. */
export async function extendUpload(tx: Tx, jobId: string, until: number): Promise<void> {
  await tx.updateTable('jobs').set({ lease_until: until }).where('id', '=', jobId).execute()
}

/** Deletes jobs with the pieces of their files. */
export async function deleteJobs(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('jobs')
      .where(inList(tx, 'id', ids))
      .execute()
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
export async function deleteEndedOfKind(tx: Tx, ownerIds: readonly string[], kind: string): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where(inList(tx, 'owner_id', ownerIds))
    .where('kind', '=', kind)
    .where('finished_at', 'is not', null)
    .execute()
}
