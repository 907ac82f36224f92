import type { JobKind, SlotState } from '../../../jobs/jobKind.ts'
import { webhookJob } from '../../../domainEvents/webhooks.ts'
import type { Services } from '../../../services.ts'
import { attempt, nextDelivery } from './attempt.ts'
import {
  callAt,
  isCongested,
  findNextDueTime,
  deleteDuplicateJobs,
  deleteExcessEvents,
  deleteOldDeliveries,
} from './deliveryStore.ts'
import { busyMs, DeliveryLimits } from './deliveryLimits.ts'
import { findHook, type Hook, lockWebhook } from '../store.ts'

/** The maximum number of calls in a row; then other webhooks of the same person get their slot. */
const callsPerRun = 20
/** The delay while a job runs whose events are sent at its end, in milliseconds. */
const jobContinuesMs = 3_000

/**
 * Creates deliveries from the queued events of a webhook, sends what is due, and queues a job for the next retry. May
 * run twice, also concurrently: each delivery is claimed by one run. A call during a crash is repeated with the same
 * id.
 */
export function callWebhook(services: Services): JobKind {
  const { db, now, events } = services
  const lanes = new DeliveryLimits(now)
  return {
    kind: webhookJob,
    concurrency: 12,
    perOwner: 3,
    attempts: 5,
    cleanUp: () => deleteOldDeliveries(db, now()),
    async run(job, signal, slot) {
      const { hook: id } = JSON.parse(job.payload) as { hook: string }
      await db.write(tx => deleteDuplicateJobs(tx, id, job, now()))
      const hook = await findHook(db.read, id)
      if (!hook || hook.active === 0) return
      await deleteExcessEvents(db, id)
      if (hook.rest_until > now()) return db.write(tx => planNext(tx, hook))
      const leave = lanes.enter(hook)
      if (!leave) return db.write(tx => callAt(tx, hook, now() + busyMs, now()))
      try {
        if (await sendDue(hook, signal, slot))
          events.publish({ ownerId: hook.owner_id, topics: ['webhooks'], by: null, isPrivate: true })
      } finally {
        leave()
      }
      await db.write(tx => planNext(tx, hook))
    },
  }

  /** @returns whether anything was sent */
  async function sendDue(hook: Hook, signal: AbortSignal, slot: SlotState): Promise<boolean> {
    for (let n = 0; n < callsPerRun; n++) {
      signal.throwIfAborted()
      const next = await db.write(async tx => {
        // Read again: the owner may have changed the address between two calls.
        const fresh = await lockWebhook(tx, hook.id)
        if (fresh?.active !== 1) return undefined
        const delivery = await nextDelivery(tx, fresh, now())
        return delivery && { hook: fresh, delivery }
      })
      if (!next) return n > 0
      if (!(await attempt(services, next.hook, next.delivery, signal))) return true
      // A slow receiver that accepts every call would have the slot for minutes.
      if (lanes.isWanted(hook) || (await slot.isWanted())) return true
    }
    return true
  }

  async function planNext(tx: Parameters<typeof callAt>[0], { id }: Hook): Promise<void> {
    // Read again: failed attempts may have disabled the webhook or paused it.
    const hook = await findHook(tx, id)
    if (!hook || hook.active === 0) return
    const at = now()
    const { delivery, events: waiting } = await findNextDueTime(tx, id, at)
    const times = [
      ...(delivery === null ? [] : [delivery]),
      ...(waiting === 'ready' && !(await isCongested(tx, id)) ? [at] : []),
      ...(waiting === 'later' ? [at + jobContinuesMs] : []),
    ]
    if (times.length > 0) await callAt(tx, hook, Math.max(Math.min(...times), hook.rest_until, at), at)
  }
}
