import type { Output, Parsed } from '@nestmark/contract/operation'
import type * as contract from '@nestmark/contract/webhooks'
import type { HookDelivery } from '@nestmark/contract/webhooks'
import { refuse } from '../../access/refuse.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../http/implement.ts'
import { postCall, readSecret } from './attempt.ts'
import { callAt, type Delivery, findDelivery, lastDeliveries, waitAgain } from './deliveryStore.ts'
import { changeHook, findHook, holdHook } from './store.ts'
import type { StoredEvent } from './payload.ts'

/** Calls the address once with a ping while the user waits; no transaction is open during the call. */
export async function testWebhook(
  { actor, services }: Call,
  { webhook_id: id }: Parsed<typeof contract.testWebhook>,
): Promise<Output<typeof contract.testWebhook>> {
  const { db, config, now } = services
  const hook = await findHook(db.read, id, actor.personId)
  if (!hook) return refuse('webhooks.notFound')
  const secret = readSecret(config.secret, hook)
  if (secret === null) return refuse('webhooks.newSecretNeeded')
  const at = now()
  const ping = { type: 'ping', at, by: null, count: 0 } as const
  const call = { id: newId(), webhook: id, created: at, events: [ping] }
  const status = await postCall(services, hook, secret, call)
  if (status === undefined) return refuse('server.unavailable', { retryAfter: 5 })
  return { ok: status !== null && status >= 200 && status < 300, status }
}

/** Returns the last deliveries of a webhook. */
export async function listDeliveries(
  { actor, services: { db } }: Call,
  { webhook_id: id }: Parsed<typeof contract.listDeliveries>,
): Promise<HookDelivery[]> {
  if (!(await findHook(db.read, id, actor.personId))) return refuse('webhooks.notFound')
  return (await lastDeliveries(db.read, id)).map(present)
}

/** Sends a delivery again; a queued one becomes due at once. */
export async function redeliver(
  { actor, services: { db, now, jobs } }: Call,
  { delivery_id: id }: Parsed<typeof contract.redeliver>,
): Promise<Output<typeof contract.redeliver>> {
  await db.write(async tx => {
    const delivery = await findDelivery(tx, actor.personId, id)
    if (!delivery) return refuse('webhooks.deliveryNotFound')
    const hook = await holdHook(tx, delivery.webhook_id)
    if (!hook) return refuse('webhooks.deliveryNotFound')
    if (hook.active === 0) return refuse('webhooks.off')
    const at = now()
    await waitAgain(tx, id, at)
    await changeHook(tx, actor.personId, delivery.webhook_id, { rest_until: 0 })
    await callAt(tx, { id: delivery.webhook_id, owner_id: actor.personId }, at, at)
  })
  jobs.wake()
  return {}
}

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
