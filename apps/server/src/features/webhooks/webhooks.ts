import { randomBytes } from 'node:crypto'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type * as contract from '@nestmark/contract/webhooks'
import type { HookEvent, Webhook } from '@nestmark/contract/webhooks'
import { assertDefined } from '@nestmark/core/assertDefined'
import { limits } from '@nestmark/core/limits'
import { grantScope } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../http/implement.ts'
import type { Poster } from '../../fetching/post.ts'
import { seal } from '../accounts/seal.ts'
import { readSecret } from './attempt.ts'
import {
  changeHook,
  dropWaiting,
  holdHook,
  type Hook,
  selectWebhooks,
  insertHook,
  removeHook,
} from './store.ts'
import { toNamed } from './toNamed.ts'

/** 256 random bits with a prefix that lets secret scanners and log filters recognise them. */
const newSecret = () => `nmw_${randomBytes(32).toString('base64url')}`

/** Creates a webhook. Its secret is in this response only. */
export async function createWebhook(
  { actor, services: { db, config, now, poster } }: Call,
  { address, desc, events, folder_id }: Parsed<typeof contract.createWebhook>,
): Promise<Output<typeof contract.createWebhook>> {
  const secret = newSecret()
  const row = {
    id: newId(),
    owner_id: actor.personId,
    address: checkedAddress(poster, address),
    descr: desc,
    events: written(events),
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
  return { webhook: await presentedOne(db.read, actor, hook), secret }
}

/** Returns the caller's webhooks. */
export async function listWebhooks({ actor, services: { db } }: Call): Promise<Webhook[]> {
  return presented(db.read, actor, await selectWebhooks(db.read, actor.personId))
}

/** Updates a webhook. Enabling it again resets its count of failures. */
export async function updateWebhook(
  { actor, services: { db, config, poster } }: Call,
  { webhook_id: id, address, desc, events, folder_id, is_active }: Parsed<typeof contract.updateWebhook>,
): Promise<Webhook> {
  const changed = await db.write(async tx => {
    const before = await holdHook(tx, id, actor.personId)
    if (!before) return refuse('webhooks.notFound')
    if (folder_id) await grantScope(tx, actor, folder_id)
    if (is_active === 1 && readSecret(config.secret, before) === null) refuse('webhooks.newSecretNeeded')
    if (is_active === 0) await dropWaiting(tx, id)
    const begins = is_active === 1 && before.active === 0
    return changeHook(tx, actor.personId, id, {
      address: address === undefined ? before.address : checkedAddress(poster, address),
      descr: desc ?? before.descr,
      events: events ? written(events) : before.events,
      collection_id: folder_id === undefined ? before.collection_id : folder_id,
      active: is_active ?? before.active,
      ...(is_active === undefined ? {} : { off_reason: null }),
      ...(begins ? { failures: 0, rest_until: 0 } : {}),
    })
  })
  if (!changed) return refuse('webhooks.notFound')
  return presentedOne(db.read, actor, changed)
}

/** Creates a new secret; the old one signs nothing from now on. */
export async function newWebhookSecret(
  { actor, services: { db, config } }: Call,
  { webhook_id: id }: Parsed<typeof contract.newWebhookSecret>,
): Promise<{ secret: string }> {
  const secret = newSecret()
  const sealed = seal(config.secret, 'webhooks', secret)
  const changed = await db.write(tx => changeHook(tx, actor.personId, id, { sealed }))
  return changed ? { secret } : refuse('webhooks.notFound')
}

/** Deletes a webhook with its dependent rows. */
export async function deleteWebhook(
  { actor, services: { db } }: Call,
  { webhook_id: id }: Parsed<typeof contract.deleteWebhook>,
): Promise<Output<typeof contract.deleteWebhook>> {
  if (!(await db.write(tx => removeHook(tx, actor.personId, id)))) refuse('webhooks.notFound')
  return {}
}

/**
 * Returns an address in the form in which it is stored. Accepts only addresses that this server would call, as far as
 * the address itself shows (S01, S02, S06).
 * @throws Refused 'webhooks.addressInvalid', 'webhooks.addressPrivate'
 */
function checkedAddress(poster: Poster, text: string): string {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return refuse('webhooks.addressInvalid')
  // A password in an address would be visible in lists, and would not be sent.
  if (url.username || url.password || url.href.length > limits.webhookAddress)
    return refuse('webhooks.addressInvalid')
  if (!poster.mayPost(url.href)) return refuse('webhooks.addressPrivate')
  return url.href
}

const written = (events: readonly HookEvent[]) => [...new Set(events)].join(' ')

async function presentedOne(db: Queries, actor: Call['actor'], hook: Hook): Promise<Webhook> {
  const [webhook] = await presented(db, actor, [hook])
  return assertDefined(webhook, 'webhook')
}

async function presented(db: Queries, actor: Call['actor'], hooks: readonly Hook[]): Promise<Webhook[]> {
  const held = [...new Set(hooks.flatMap(each => each.collection_id ?? []))]
  const places = await collectionsWithRoles(db, actor, held)
  const seen = new Map(places.filter(each => each.role !== null).map(each => [each.id, each.name]))
  return hooks.map(({ collection_id: place, ...hook }) => ({
    _id: hook.id,
    address: hook.address,
    desc: hook.descr,
    events: hook.events.split(' ') as HookEvent[],
    folder: toNamed(place, seen),
    folder_gone: place !== null && !seen.has(place),
    is_active: hook.active === 1,
    off_reason: hook.off_reason,
    created: hook.created_at,
    last:
      hook.last_at === null ? null : { ok: hook.last_ok === 1, status: hook.last_status, date: hook.last_at },
    failures: hook.failures,
  }))
}
