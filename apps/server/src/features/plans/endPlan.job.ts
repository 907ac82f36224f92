import { lockTree } from '../../db/dialect.ts'
import type { JobKind } from '../../jobs/jobKind.ts'
import { requireOwnerId } from '../../jobs/requireOwnerId.ts'
import type { Services } from '../../services.ts'
import { toLowestTerms } from './quotas/lowestPlan.ts'
import { endPlanKind, readTerms, setTerms } from './store.ts'

/** Changes an expired plan to the lowest one. Nothing of the person is deleted. */
export function endPlan({ config, db, now }: Services): JobKind {
  return {
    kind: endPlanKind,
    attempts: 20,
    touches: ['profile', 'suggestions'],
    async run(job) {
      const ownerId = requireOwnerId(job)
      const { until } = JSON.parse(job.payload) as { until: number }
      await db.write(async tx => {
        await lockTree(tx, ownerId)
        const had = await readTerms(tx, ownerId)
        // A coupon or the operator may have moved the day since; then there is another job for it.
        if (had && had.until === until && !had.renews)
          await setTerms(tx, ownerId, toLowestTerms(config), now())
      })
    },
  }
}
