import type { CheckSchedule } from '@nestmark/contract/links/brokenLinks'
import { hasPlanFeature } from '@nestmark/core/plans/plans'
import type { Tx, Queries } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import { enqueue, findJob } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { readTerms } from '../plans/store.ts'
import { readRun, writeRun, type CheckRun } from './checkStore.ts'
import { newId } from '../../db/newId.ts'
import { checkLinksKind, type CheckLinksPayload } from './checkLinks.job.ts'

const startLinkCheckKind = 'startLinkCheck'

/** Queues the next check of a schedule. The job does nothing if the schedule was changed since. */
export async function queueScheduledCheck(tx: Tx, personId: string, due: number, now: number): Promise<void> {
  await enqueue(tx, { ownerId: personId, kind: startLinkCheckKind, payload: { due }, now, runAfter: due })
}

/** Starts the check of a schedule, and queues the next one. A person without the plan for it is left out until they have it. */
export function startLinkCheck({ db, now, jobs }: Services): JobKind {
  return {
    kind: startLinkCheckKind,
    attempts: 10,
    touches: ['brokenLinks', 'jobs'],
    async run(job) {
      const personId = requireOwnerId(job)
      const { due } = JSON.parse(job.payload) as { due: number }
      await db.write(async tx => {
        await lockTree(tx, personId)
        const { schedule, next_at: nextAt } = await readRun(tx, personId)
        if (nextAt !== due) return
        const at = now()
        const terms = await readTerms(tx, personId)
        if (terms && hasPlanFeature(terms.plan, 'brokenLinks')) await startRun(tx, personId, at)
        const next = nextTime(schedule, at)
        await writeRun(tx, personId, { next_at: next })
        if (next !== null) await queueScheduledCheck(tx, personId, next, at)
      })
      jobs.wake()
    },
  }
}

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

/** Returns when the check after one at this time is due: a week later, or a month, in milliseconds since 1970. */
export function nextTime(schedule: CheckSchedule, at: number): number | null {
  if (schedule === 'never') return null
  if (schedule === 'weekly') return at + 7 * 86_400_000
  const next = new Date(at)
  const day = next.getUTCDate()
  next.setUTCMonth(next.getUTCMonth() + 1)
  // A month without this day ends earlier.
  if (next.getUTCDate() !== day) next.setUTCDate(0)
  return next.getTime()
}
