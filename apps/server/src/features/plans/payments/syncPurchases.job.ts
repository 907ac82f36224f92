import type { Tx } from '../../../db/db.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import { requireOwnerId } from '../../../jobs/requireOwnerId.ts'
import type { Services } from '../../../services.ts'
import { deleteEvents, isDue, listLateRenewals } from './customerStore.ts'
import { syncPurchases } from './syncPurchases.ts'

const kind = 'syncPurchases'
const day = 86_400_000
/** Stripe repeats an event for three days; the operator can repeat it for a month. */
const eventRetentionMs = 90 * day
/** An invoice is paid about an hour after its period began. */
const lateMs = day

/** Queues a question to the provider about a person's purchases, unless one is due. */
export async function queueSync(tx: Tx, personId: string, now: number): Promise<void> {
  if (!(await isDue(tx, personId, kind, now)))
    await enqueue(tx, { ownerId: personId, kind, payload: {}, now })
}

/** Asks the provider what a person has bought, after an event. Several events of one person lead to one question. */
export function syncPurchasesJob(services: Services): JobKind {
  const { db, now, payments, jobs } = services
  return {
    kind,
    concurrency: 4,
    // Over about a day.
    attempts: 8,
    touches: ['profile', 'suggestions'],
    async run(job) {
      if (payments) await syncPurchases(services, payments, requireOwnerId(job))
    },
    /** Deletes old events, and asks about invoices that were due and of which no event arrived. */
    async cleanUp() {
      if (!payments) return
      const late = await listLateRenewals(db.read, now() - lateMs)
      await db.write(async tx => {
        await deleteEvents(tx, now() - eventRetentionMs)
        for (const personId of late) await queueSync(tx, personId, now())
      })
      if (late.length > 0) jobs.wake()
    },
  }
}
