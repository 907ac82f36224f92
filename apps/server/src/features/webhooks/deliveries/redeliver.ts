import * as contract from '@nestmark/contract/webhooks'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { callAt, findDelivery, requeueDelivery } from './deliveryStore.ts'
import { changeHook, lockWebhook } from '../store.ts'

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
