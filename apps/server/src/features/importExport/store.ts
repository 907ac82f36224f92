import { sql } from 'kysely'
import type { Db, Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { notYet } from '../../jobs/store.ts'

/** Keeps one piece of an uploaded file beside its job: wherever the job runs, the file is there, and it ends with it. */
export async function storePart(tx: Tx, jobId: string, part: number, bytes: Uint8Array): Promise<void> {
  await tx.insertInto('job_files').values({ job_id: jobId, part, bytes }).execute()
}

/** The pieces of a job's file in order, one at a time. */
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

export async function fileSize(db: Queries, jobId: string): Promise<number> {
  const { rows } = await sql<{ n: number | null }>`
    select sum(length(bytes)) as n from job_files where job_id = ${jobId}`.execute(db)
  return Number(rows[0]!.n ?? 0)
}

/** Notes that the file of a job is still on its way: it does not count as cut off before `until`. */
export async function stillComing(tx: Tx, jobId: string, until: number): Promise<void> {
  await tx.updateTable('jobs').set({ lease_until: until }).where('id', '=', jobId).execute()
}

/** Takes jobs away with the pieces of their files. */
export async function deleteJobs(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('jobs')
      .where(inList(tx, 'id', ids))
      .execute()
}

/**
 * Whether a job of this kind of the person waits or runs. One whose file was cut off does neither.
 * @param except jobs that count no more
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
    .where(eb => eb.or([eb('run_after', '<', notYet), eb('lease_until', '>', now)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Notes an export, unless there was one a short while ago; then gives when it was. */
export async function claimExport(
  tx: Tx,
  personId: string,
  now: number,
  pauseMs: number,
): Promise<number | null> {
  const person = await tx
    .selectFrom('people')
    .select('exported_at')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const last = person.exported_at
  // A clock that was set back must not lock anybody out: a time to come counts as now.
  if (last !== null && last <= now && now - last < pauseMs) return last
  await tx.updateTable('people').set({ exported_at: now }).where('id', '=', personId).execute()
  return null
}
