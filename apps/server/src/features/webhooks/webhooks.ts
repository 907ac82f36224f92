import { randomBytes } from 'node:crypto'
import * as contract from '@nestmark/contract/webhooks'
import type { HookEvent, Webhook } from '@nestmark/contract/webhooks'
import { limits } from '@nestmark/core/limits'
import { assertDefined } from '@nestmark/core/assertDefined'
import { action } from '../../calls/action.ts'
import {
  selectWebhooks,
  insertHook,
  changeHook,
  cancelPendingDeliveries,
  lockWebhook,
  removeHook,
  findHook,
  type Hook,
  namesOfKeys,
} from './store.ts'
import { grantScope } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { WebhookSender } from '../../fetching/webhookSender.ts'
import type { CallWith } from '../../services.ts'
import { seal } from '../accounts/seal.ts'
import { readSecret, postCall } from './deliveries/attempt.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import type { Call } from '../../calls/call.ts'
import { toNamed } from './deliveries/toNamed.ts'

/** Returns the caller's webhooks; for an API key, those that it has created. */
export const listWebhooks = action(contract.listWebhooks, async ({ actor, services: { db } }) => {
  return presentWebhooks(db.read, actor, await selectWebhooks(db.read, actor.personId, actor.keyId))
})

/** Creates a webhook; that of an API key ends with the key. Its secret is in this response only. */
export const createWebhook = action(
  contract.createWebhook,
  async (
    { actor, services: { db, config, now, poster } }: CallWith<'poster'>,
    { address, desc, events, folder_id },
  ) => {
    const secret = newSecret()
    const row = {
      id: newId(),
      owner_id: actor.personId,
      key_id: actor.keyId ?? null,
      address: checkedAddress(poster, address),
      descr: desc,
      events: joinEvents(events),
      collection_id: folder_id,
      sealed: seal(config.secret, 'webhooks', secret),
      off_reason: null,
      created_at: now(),
      last_ok: null,
      last_status: null,
      last_at: null,
    }
    const hook = await db.write(async tx => {
      await lockTree(tx, actor.personId)
      if ((await selectWebhooks(tx, actor.personId)).length >= limits.webhooks) refuse('webhooks.tooMany')
      if (folder_id !== null) await grantScope(tx, actor, folder_id)
      return insertHook(tx, row)
    })
    return { webhook: await presentWebhook(db.read, actor, hook), secret }
  },
)

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

/** Deletes a webhook with its dependent rows. An API key deletes only those that it has created. */
export const deleteWebhook = action(
  contract.deleteWebhook,
  async ({ actor, services: { db } }, { webhook_id: id }) => {
    if (!(await db.write(tx => removeHook(tx, actor.personId, id, actor.keyId)))) refuse('webhooks.notFound')
    return {}
  },
)

/** Creates a new secret; the old one signs nothing from now on. */
export const newWebhookSecret = action(
  contract.newWebhookSecret,
  async ({ actor, services: { db, config } }, { webhook_id: id }) => {
    const secret = newSecret()
    const sealed = seal(config.secret, 'webhooks', secret)
    const changed = await db.write(tx => changeHook(tx, actor.personId, id, { sealed }))
    return changed ? { secret } : refuse('webhooks.notFound')
  },
)

/** Calls the address once with a ping while the user waits; no transaction is open during the call. */
export const testWebhook = action(
  contract.testWebhook,
  async ({ actor, services }: CallWith<'poster'>, { webhook_id: id }) => {
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
  },
)

/**
 * Returns an address in the form in which it is stored. Accepts only addresses that this server would call, as far as
 * the address itself shows (S01, S02, S06).
 * @throws Refused 'webhooks.addressInvalid', 'webhooks.addressPrivate'
 */
function checkedAddress(poster: WebhookSender, text: string): string {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return refuse('webhooks.addressInvalid')
  // A password in an address would be visible in lists, and would not be sent.
  if (url.username || url.password || url.href.length > limits.webhookAddress)
    return refuse('webhooks.addressInvalid')
  if (!poster.isAllowed(url.href)) return refuse('webhooks.addressPrivate')
  return url.href
}

/** Returns 256 random bits with a prefix that lets secret scanners and log filters recognise them. */
const newSecret = () => `nmw_${randomBytes(32).toString('base64url')}`

/** Returns the event types of a webhook as they are stored. */
const joinEvents = (events: readonly HookEvent[]) => [...new Set(events)].join(' ')

/** Returns a webhook in its wire format. */
async function presentWebhook(db: Queries, actor: Call['actor'], hook: Hook): Promise<Webhook> {
  const [webhook] = await presentWebhooks(db, actor, [hook])
  return assertDefined(webhook, 'webhook')
}

/** Returns webhooks in their wire format. The folder of one is named only while the owner can see it. */
async function presentWebhooks(
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
