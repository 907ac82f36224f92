import * as contract from '@nestmark/contract/webhooks'
import type { HookDelivery } from '@nestmark/contract/webhooks'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { type Delivery, lastDeliveries } from './deliveryStore.ts'
import { findHook } from '../store.ts'
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
