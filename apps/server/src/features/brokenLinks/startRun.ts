import type { Tx, Queries } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'
import { enqueue, findJob } from '../../jobs/store.ts'
import { checkLinksKind, type CheckLinksPayload } from './checkLinks.job.ts'
import { type CheckRun, readRun, writeRun } from './checkStore.ts'

/** A check starts once in this time, in milliseconds. */
export const pauseMs = 86_400_000

/** Returns whether the job of a check waits or runs. */
export async function isRunning(db: Queries, { person_id, job }: CheckRun): Promise<boolean> {
  if (job === null) return false
  const row = await findJob(db, person_id, job)
  return row !== undefined && row.finished_at === null
}

/**
 * Starts a check of a person's links, or continues the last one when it has stopped.
 * @returns the job; null while one runs, or when the last one began within a day and is complete
 */
export async function startRun(tx: Tx, personId: string, at: number): Promise<string | null> {
  const last = await readRun(tx, personId)
  if (await isRunning(tx, last)) return null
  const isRecent = last.started_at !== null && last.started_at + pauseMs > at
  if (isRecent && last.finished_at !== null) return null
  const run = isRecent && last.run !== null ? last.run : newId()
  const payload: CheckLinksPayload = { run }
  const total = run === last.run ? last.total : 0
  const job = await enqueue(tx, {
    ownerId: personId,
    kind: checkLinksKind,
    payload: { ...payload },
    total,
    now: at,
  })
  await writeRun(
    tx,
    personId,
    run === last.run ? { job } : { run, job, done: 0, total: 0, started_at: at, finished_at: null },
  )
  return job
}
