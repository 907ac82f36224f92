import { hasPlanFeature } from '@nestmark/core/plans/plans'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import { enqueue } from '../../jobs/store.ts'
import type { Services } from '../../services.ts'
import { readTerms } from '../plans/store.ts'
import { nextTime, readRun, writeRun } from './checkStore.ts'
import { startRun } from './startRun.ts'

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
