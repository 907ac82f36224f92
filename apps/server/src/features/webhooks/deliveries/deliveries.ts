import * as contract from '@nestmark/contract/webhooks'
import type { HookDelivery } from '@nestmark/contract/webhooks'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { callAt, type Delivery, findDelivery, lastDeliveries, requeueDelivery } from './deliveryStore.ts'
import { changeHook, findHook, lockWebhook } from '../store.ts'
import type { StoredEvent } from './payload.ts'

/** Returns the last deliveries of a webhook. */
export const listDeliveries = action(
  contract.listDeliveries,
  async ({ actor, services: { db } }, { webhook_id: id }) => {
    if (!(await findHook(db.read, id, actor.personId))) return refuse('webhooks.notFound')
    return (await lastDeliveries(db.read, id)).map(present)
  },
)

function present(row: Delivery): HookDelivery {
  const events = JSON.parse(row.events) as StoredEvent[]
  return {
    _id: row.id,
    events: [...new Set(events.map(each => each.type))],
    count: events.reduce((all, each) => all + each.count, 0),
    state: row.state,
    status: row.status,
    tries: row.tries,
    created: row.created_at,
    tried: row.tried_at,
    next: row.next_at,
  }
}

/** Sends a delivery again; a queued one becomes due immediately. */
export const redeliver = action(
  contract.redeliver,
  async ({ actor, services: { db, now, jobs } }, { delivery_id: id }) => {
    await db.write(async tx => {
      const delivery = await findDelivery(tx, actor.personId, id)
      if (!delivery) return refuse('webhooks.deliveryNotFound')
      const hook = await lockWebhook(tx, delivery.webhook_id)
      if (!hook) return refuse('webhooks.deliveryNotFound')
      if (hook.active === 0) return refuse('webhooks.off')
      const at = now()
      await requeueDelivery(tx, id, at)
      await changeHook(tx, actor.personId, delivery.webhook_id, { rest_until: 0 })
      await callAt(tx, { id: delivery.webhook_id, owner_id: actor.personId }, at, at)
    })
    jobs.wake()
    return {}
  },
)
