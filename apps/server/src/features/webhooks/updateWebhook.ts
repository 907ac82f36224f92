import * as contract from '@nestmark/contract/webhooks'
import { grantScope } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { readSecret } from './deliveries/attempt.ts'
import { changeHook, cancelPendingDeliveries, lockWebhook } from './store.ts'
import { checkedAddress } from './checkedAddress.ts'
import { presentWebhook, joinEvents } from './present.ts'

/** Updates a webhook. Enabling it again resets its count of failures. */
export const updateWebhook = action(
  contract.updateWebhook,
  async (
    { actor, services: { db, config, poster } }: CallWith<'poster'>,
    { webhook_id: id, address, desc, events, folder_id, is_active },
  ) => {
    const changed = await db.write(async tx => {
      const before = await lockWebhook(tx, id, actor.personId)
      if (!before) return refuse('webhooks.notFound')
      if (folder_id) await grantScope(tx, actor, folder_id)
      if (is_active === 1 && readSecret(config.secret, before) === null) refuse('webhooks.newSecretNeeded')
      if (is_active === 0) await cancelPendingDeliveries(tx, id)
      const begins = is_active === 1 && before.active === 0
      return changeHook(tx, actor.personId, id, {
        address: address === undefined ? before.address : checkedAddress(poster, address),
        descr: desc ?? before.descr,
        events: events ? joinEvents(events) : before.events,
        collection_id: folder_id === undefined ? before.collection_id : folder_id,
        active: is_active ?? before.active,
        ...(is_active === undefined ? {} : { off_reason: null }),
        ...(begins ? { failures: 0, rest_until: 0 } : {}),
      })
    })
    if (!changed) return refuse('webhooks.notFound')
    return presentWebhook(db.read, actor, changed)
  },
)
