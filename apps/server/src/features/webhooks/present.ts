import type { HookEvent, Webhook } from '@nestmark/contract/webhooks'
import { assertDefined } from '@nestmark/core/assertDefined'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import type { Call } from '../../calls/call.ts'
import { type Hook, namesOfKeys } from './store.ts'
import { toNamed } from './deliveries/toNamed.ts'

/** Returns the event types of a webhook as they are stored. */
export const joinEvents = (events: readonly HookEvent[]) => [...new Set(events)].join(' ')

/** Returns a webhook in its wire format. */
export async function presentWebhook(db: Queries, actor: Call['actor'], hook: Hook): Promise<Webhook> {
  const [webhook] = await presentWebhooks(db, actor, [hook])
  return assertDefined(webhook, 'webhook')
}

/** Returns webhooks in their wire format. The folder of one is named only while the owner can see it. */
export async function presentWebhooks(
  db: Queries,
  actor: Call['actor'],
  hooks: readonly Hook[],
): Promise<Webhook[]> {
  const collectionIds = [...new Set(hooks.flatMap(each => each.collection_id ?? []))]
  const collections = await collectionsWithRoles(db, actor, collectionIds)
  const seen = new Map(collections.filter(each => each.role !== null).map(each => [each.id, each.name]))
  const keys = await namesOfKeys(db, [...new Set(hooks.flatMap(each => each.key_id ?? []))])
  return hooks.map(({ collection_id: collectionId, ...hook }) => ({
    _id: hook.id,
    address: hook.address,
    desc: hook.descr,
    events: hook.events.split(' ') as HookEvent[],
    folder: toNamed(collectionId, seen),
    folder_gone: collectionId !== null && !seen.has(collectionId),
    key: toNamed(hook.key_id, keys),
    is_active: hook.active === 1,
    off_reason: hook.off_reason,
    created: hook.created_at,
    last:
      hook.last_at === null ? null : { ok: hook.last_ok === 1, status: hook.last_status, date: hook.last_at },
    failures: hook.failures,
  }))
}
