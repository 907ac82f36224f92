import { newId } from '../../../db/newId.ts'
import type { Tx } from '../../../db/db.ts'
import { FetchRefused } from '../../../fetching/requests/fetchRefused.ts'
import { webhookMs, type Config } from '../../../configuration/config.ts'
import type { Services } from '../../../services.ts'
import { toEmail } from '../../accounts/email/emails.ts'
import { queueEmailIn } from '../../accounts/email/sendEmail.job.ts'
import { unseal } from '../../accounts/seal.ts'
import { findUser } from '../../session/userStore.ts'
import {
  type Delivery,
  deleteEvents,
  insertDelivery,
  isCongested,
  recordDelivery,
  claimDueDelivery,
  listPendingEvents,
} from './deliveryStore.ts'
import { changeHook, cancelPendingDeliveries, type Hook, lockWebhook } from '../store.ts'
import {
  readEventPayloads,
  groupEvents,
  type StoredEvent,
  signedHeaders,
  readDeliverable,
} from './payload.ts'
import { webhookEmails } from '@nestmark/texts/webhooks'
import type { Email } from '../../../email/mailer.ts'

const minute = 60_000
/** The approximate pauses after each failed attempt; none follows the last. About a day in total. */
const pauses = [minute, 10 * minute, 60 * minute, 4 * 60 * minute, 18 * 60 * minute]
/** The pause of the webhook, for all deliveries, after a failed attempt, in milliseconds. */
const restMs = 30_000
/** The lease of a delivery, after which another server takes it over, in milliseconds. */
const leaseMs = webhookMs + 20_000
/** The number of consecutive abandoned deliveries that disables a webhook. */
const maxFailures = 20

/** Returns the next delivery to send: one that is due for a retry, else a new one with the queued events. */
export async function nextDelivery(tx: Tx, hook: Hook, now: number): Promise<Delivery | undefined> {
  const due = await claimDueDelivery(tx, hook.id, now, leaseMs)
  if (due || (await isCongested(tx, hook.id))) return due
  const { taken, groups } = groupEvents(await listPendingEvents(tx, hook.id, now))
  if (taken.length === 0) return undefined
  await deleteEvents(tx, taken)
  const fresh: Delivery = {
    id: newId(),
    webhook_id: hook.id,
    events: JSON.stringify(await readEventPayloads(tx, hook.owner_id, groups)),
    state: 'waiting',
    status: null,
    tries: 0,
    created_at: now,
    tried_at: null,
    next_at: now + leaseMs,
  }
  await insertDelivery(tx, fresh)
  return fresh
}

/**
 * Calls the address once and records the result.
 * @returns whether the next delivery may be sent immediately
 * @throws the signal's reason when the server stops: the attempt does not count
 */
export async function attempt(
  services: Services,
  hook: Hook,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, now, config } = services
  const secret = readSecret(config.secret, hook)
  if (secret === null) {
    await db.write(tx => switchOff(tx, services, hook, 'secret'))
    return false
  }
  const events = await readDeliverable(db.read, hook.owner_id, JSON.parse(delivery.events) as StoredEvent[])
  if (events.length === 0) {
    await db.write(tx => recordDelivery(tx, delivery.id, { state: 'dropped', next_at: null }))
    return true
  }
  const call = { id: delivery.id, webhook: hook.id, created: delivery.created_at, events }
  const status = await postCall(services, hook, secret, call, signal)
  if (status === undefined) {
    await db.write(tx => recordDelivery(tx, delivery.id, { next_at: now() }))
    signal.throwIfAborted()
    return false
  }
  const ok = status !== null && status >= 200 && status < 300
  await db.write(tx => note(tx, services, hook, delivery, { ok, status }))
  return ok
}

/**
 * Signs and sends a call.
 * @returns its HTTP status; null when there was no response; undefined when the call was not made because this server
 * stops or is busy
 */
export async function postCall(
  { poster, now }: Pick<Services, 'poster' | 'now'>,
  hook: Pick<Hook, 'owner_id' | 'address'>,
  secret: string,
  call: { id: string; webhook: string; created: number; events: readonly { type: string }[] },
  signal?: AbortSignal,
): Promise<number | null | undefined> {
  const body = JSON.stringify(call)
  const events = call.events.map(each => each.type)
  const headers = signedHeaders(secret, { body, at: now(), delivery: call.id, events })
  try {
    // Without a signal a user is waiting for the result.
    const caller = { kind: signal ? 'job' : 'person', key: hook.owner_id } as const
    return await poster.post(hook.address, { body, headers }, caller, signal)
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return error.reason === 'aborted' || error.reason === 'busy' ? undefined : null
  }
}

/** Returns the secret of a webhook; null when it cannot be decrypted because SECRET has changed. */
export function readSecret(serverSecret: string, { sealed }: Pick<Hook, 'sealed'>): string | null {
  try {
    return unseal(serverSecret, 'webhooks', sealed)
  } catch {
    return null
  }
}

async function note(
  tx: Tx,
  services: Services,
  { id, owner_id }: Hook,
  delivery: Delivery,
  { ok, status }: { ok: boolean; status: number | null },
): Promise<void> {
  const at = services.now()
  const tries = delivery.tries + 1
  const pause = pauses[tries - 1]
  const hook = await lockWebhook(tx, id)
  // The webhook was deleted during the call, and the delivery with it.
  if (!hook) return
  const isOver = ok || status === 410 || pause === undefined
  const done = await recordDelivery(tx, delivery.id, {
    status,
    tries,
    tried_at: at,
    state: ok ? 'delivered' : isOver ? 'failed' : 'waiting',
    // Random jitter spreads the retries when a receiver was unavailable for a while.
    next_at: isOver ? null : at + Math.round(pause * (0.8 + Math.random() * 0.4)),
  })
  const failures = ok ? 0 : hook.failures + (isOver && done ? 1 : 0)
  await changeHook(tx, owner_id, id, {
    last_ok: ok ? 1 : 0,
    last_status: status,
    last_at: at,
    failures,
    rest_until: ok ? 0 : at + restMs,
  })
  if (hook.active === 0 || ok) return
  if (status === 410) await switchOff(tx, services, hook, 'gone')
  else if (failures >= maxFailures) await switchOff(tx, services, hook, 'failing')
}

async function switchOff(
  tx: Tx,
  services: Services,
  hook: Hook,
  reason: NonNullable<Hook['off_reason']>,
): Promise<void> {
  await changeHook(tx, hook.owner_id, hook.id, { active: 0, off_reason: reason })
  await cancelPendingDeliveries(tx, hook.id)
  const user = await findUser(tx, hook.owner_id)
  if (user) await queueEmailIn(tx, services, webhookDisabledEmail(services.config, user.email, hook, reason))
}

/** Returns the email to the owner of a webhook that the server has disabled. */
function webhookDisabledEmail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  to: string,
  { address }: Pick<Hook, 'address'>,
  reason: NonNullable<Hook['off_reason']>,
): Email {
  // The query or fragment may contain a secret of the receiver.
  const paragraphs = webhookEmails.off.paragraphs(address.replace(/[?#].*/s, ''), reason)
  return toEmail(to, { ...webhookEmails.off, paragraphs }, `${publicUrl}/settings?tab=keys`)
}
