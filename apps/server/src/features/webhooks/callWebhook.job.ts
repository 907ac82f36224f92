import type { JobKind } from '../../jobs/kind.ts'
import { webhookJob } from '../../domainEvents/webhooks.ts'
import type { Services } from '../../services.ts'
import { attempt, nextDelivery } from './attempt.ts'
import { callAt, isCongested, nextDue, takeOver, tidyDeliveries } from './deliveryStore.ts'
import { DeliveryLimits } from './deliveryLimits.ts'
import { findHook, type Hook, holdHook } from './store.ts'

/** So many calls in a row; then others of the same person or host get their turn. */
const callsPerRun = 20
/** When no lane is free, and while a job goes on whose events are told at its end, in milliseconds. */
const busyMs = 2_000
const jobGoesOnMs = 3_000

/**
 * Makes deliveries of what was left for a webhook, sends what is due, and leaves a job for the time of the next try. It
 * may run twice, and beside itself: each delivery is taken by one. A call that was made in the moment of a crash is made
 * again, with the same id.
 */
export function callWebhook(services: Services): JobKind {
  const { db, now, events } = services
  const lanes = new DeliveryLimits()
  return {
    kind: webhookJob,
    atOnce: 12,
    perOwner: 3,
    attempts: 5,
    tidy: () => tidyDeliveries(db, now()),
    async run(job, signal) {
      const { hook: id } = JSON.parse(job.payload) as { hook: string }
      await db.write(tx => takeOver(tx, id, job, now()))
      const hook = await findHook(db.read, id)
      if (!hook || hook.active === 0) return
      if (hook.rest_until > now()) return db.write(tx => planNext(tx, hook))
      const leave = lanes.enter(hook)
      if (!leave) return db.write(tx => callAt(tx, hook, now() + busyMs, now()))
      try {
        if (await sendDue(hook, signal))
          events.announce({ ownerId: hook.owner_id, topics: ['webhooks'], by: null, alone: true })
      } finally {
        leave()
      }
      await db.write(tx => planNext(tx, hook))
    },
  }

  /** @returns whether anything was sent */
  async function sendDue(hook: Hook, signal: AbortSignal): Promise<boolean> {
    for (let n = 0; n < callsPerRun; n++) {
      signal.throwIfAborted()
      const next = await db.write(async tx => {
        // As it is now: its owner may have changed the address between two calls.
        const fresh = await holdHook(tx, hook.id)
        const delivery = fresh?.active === 1 ? await nextDelivery(tx, fresh, now()) : undefined
        return delivery && { hook: fresh!, delivery }
      })
      if (!next) return n > 0
      if (!(await attempt(services, next.hook, next.delivery, signal))) return true
    }
    return true
  }

  async function planNext(tx: Parameters<typeof callAt>[0], { id }: Hook): Promise<void> {
    // As it is now: the tries may have switched it off, or let it rest.
    const hook = await findHook(tx, id)
    if (!hook || hook.active === 0) return
    const at = now()
    const { delivery, events: waiting } = await nextDue(tx, id, at)
    const times = [
      ...(delivery === null ? [] : [delivery]),
      ...(waiting === 'ready' && !(await isCongested(tx, id)) ? [at] : []),
      ...(waiting === 'later' ? [at + jobGoesOnMs] : []),
    ]
    if (times.length > 0) await callAt(tx, hook, Math.max(Math.min(...times), hook.rest_until, at), at)
  }
}
