import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { type WebhookEvent, webhookEvents } from './eventTypes.ts'
import { operation } from './operation.ts'
import { flag, id, required, time } from './shapes.ts'

/** The event types that a webhook can receive. Trashing, restoring or deleting a collection includes its contents. */
export const hookEvents = webhookEvents
const hookEvent = z.enum(hookEvents)
export type HookEvent = WebhookEvent

export const webhook = z.object({
  _id: id,
  address: z.string(),
  desc: z.string(),
  events: z.array(hookEvent),
  /** The collection whose subtree the webhook is limited to; null for everything the person owns or has access to. */
  folder: z.nullable(z.object({ _id: id, name: z.string() })),
  /** The collection is deleted, or the person may no longer see it. The webhook receives nothing until another is chosen. */
  folder_gone: z.boolean(),
  /** The API key that created it, and with which it ends; null when a person created it. */
  key: z.nullable(z.object({ _id: id, name: z.string() })),
  is_active: z.boolean(),
  /**
   * Why the server disabled it: all deliveries failed for a long time (`failing`), the receiver responded 410 (`gone`),
   * or the secret can no longer be decrypted (`secret`). Null when a person disabled it, or when it is enabled.
   */
  off_reason: z.nullable(z.enum(['failing', 'gone', 'secret'])),
  created: time,
  /** The last attempt: whether it was accepted, and the HTTP status; null where there was no response. */
  last: z.nullable(z.object({ ok: z.boolean(), status: z.nullable(z.number()), date: time })),
  /** Number of consecutive deliveries that were abandoned. */
  failures: z.number(),
})
export type Webhook = z.output<typeof webhook>

export const hookDelivery = z.object({
  _id: id,
  /** The types of its events, and the number of links, collections and highlights they concern. */
  events: z.array(hookEvent),
  count: z.number(),
  /** `dropped`: never sent, because the webhook was disabled or the person may no longer see the items. */
  state: z.enum(['waiting', 'delivered', 'failed', 'dropped']),
  /** The HTTP status of the last attempt; null before the first, and where there was no response. */
  status: z.nullable(z.number()),
  tries: z.number(),
  created: time,
  tried: z.nullable(time),
  /** The time of the next attempt. */
  next: z.nullable(time),
})
export type HookDelivery = z.output<typeof hookDelivery>

const address = z
  .string()
  .check(...required(limits.webhookAddress, 'webhooks.addressRequired', 'webhooks.addressInvalid'))
const desc = z.string().check(z.trim(), z.maxLength(limits.webhookDesc, { error: 'webhooks.descTooLong' }))
const events = z
  .array(hookEvent)
  .check(z.minLength(1, { error: 'webhooks.eventsRequired' }), z.maxLength(hookEvents.length))

/** The refusals of the settings of a webhook. */
const settingErrors = [
  'webhooks.addressRequired',
  'webhooks.addressInvalid',
  'webhooks.addressPrivate',
  'webhooks.descTooLong',
  'webhooks.eventsRequired',
  'collections.notFound',
] as const

export const createWebhook = operation({
  path: 'create-webhook',
  keyScope: 'write',
  summary:
    'Creates a webhook: the server calls its address when links and collections change. The response contains the secret that signs the calls; it is never shown again. ' +
    'A webhook that an API key creates is deleted with the key.',
  input: z.object({
    address,
    desc: z._default(desc, ''),
    events: z._default(events, [...hookEvents]),
    folder_id: z._default(z.nullable(id), null),
  }),
  output: z.object({ webhook, secret: z.string() }),
  errors: [...settingErrors, 'webhooks.tooMany'],
  touches: ['webhooks'],
})

export const listWebhooks = operation({
  path: 'list-webhooks',
  keyScope: 'read',
  summary:
    "Lists the person's webhooks, newest first, without their secrets. An API key gets those that it has created.",
  output: z.array(webhook),
  reads: ['webhooks', 'collections'],
})

export const updateWebhook = operation({
  path: 'update-webhook',
  summary:
    'Changes a webhook, or enables or disables it. Disabling it drops its waiting deliveries. Omitted fields stay unchanged.',
  access: 'account',
  input: z.object({
    webhook_id: id,
    address: z.optional(address),
    desc: z.optional(desc),
    events: z.optional(events),
    folder_id: z.optional(z.nullable(id)),
    is_active: z.optional(flag),
  }),
  output: webhook,
  errors: [...settingErrors, 'webhooks.notFound', 'webhooks.newSecretNeeded'],
  touches: ['webhooks'],
})

export const newWebhookSecret = operation({
  path: 'new-webhook-secret',
  summary:
    'Creates a new secret for a webhook. It signs all calls from now on, including retries. It is never shown again.',
  access: 'account',
  input: z.object({ webhook_id: id }),
  output: z.object({ secret: z.string() }),
  errors: ['webhooks.notFound'],
  touches: ['webhooks'],
})

export const deleteWebhook = operation({
  path: 'delete-webhook',
  keyScope: 'write',
  summary:
    'Deletes a webhook with its deliveries. Nothing more is sent, including waiting deliveries. An API key deletes only those that it has created.',
  input: z.object({ webhook_id: id }),
  errors: ['webhooks.notFound'],
  touches: ['webhooks'],
})

export const testWebhook = operation({
  path: 'test-webhook',
  summary:
    'Sends a `ping` to a webhook immediately, whether or not it is enabled, and returns the result. It is sent once and is not listed as a delivery.',
  access: 'account',
  input: z.object({ webhook_id: id }),
  output: z.object({
    /** The receiver responded with a status of 200 to 299. */
    ok: z.boolean(),
    /** The HTTP status; null where there was no response within 10 seconds, or the address may not be called. */
    status: z.nullable(z.number()),
  }),
  errors: ['webhooks.notFound', 'webhooks.newSecretNeeded', 'request.tooMany'],
  cost: 'webhook',
})

export const listDeliveries = operation({
  path: 'webhook-deliveries',
  summary: 'Lists the last 50 deliveries of a webhook, newest first. Deliveries are retained for 30 days.',
  access: 'account',
  input: z.object({ webhook_id: id }),
  output: z.array(hookDelivery),
  errors: ['webhooks.notFound'],
  reads: ['webhooks'],
})

export const redeliver = operation({
  path: 'redeliver-webhook',
  summary:
    'Sends a delivery again, under its own id, with as many attempts as a new one. Items that the person may no longer see are omitted.',
  access: 'account',
  input: z.object({ delivery_id: id }),
  errors: ['webhooks.deliveryNotFound', 'webhooks.off', 'request.tooMany'],
  touches: ['webhooks'],
  cost: 'webhook',
})

const webhookLink = z.object({
  _id: id,
  name: z.string(),
  /** The collection that contained it after the event; null where the person may not see it. */
  parent: z.nullable(id),
  /** For a moved link: the previous collection, as far as the person may see it. */
  moved_from: z.optional(id),
  /** Its content at the time of the call; omitted for a link that is deleted or no longer visible to the person. */
  create_date: z.optional(time),
  link: z.optional(z.string()),
  desc: z.optional(z.string()),
  category: z.optional(z.number()),
  tags: z.optional(z.array(z.string())),
})
const webhookFolder = z.object({
  _id: id,
  name: z.string(),
  parent: z.nullable(id),
  moved_from: z.optional(id),
  desc: z.optional(z.string()),
})
const webhookHighlight = z.object({
  _id: id,
  /** Its content at the time of the call; empty for a highlight that is encrypted or deleted. */
  title: z.string(),
  link: z.string(),
  text: z.string(),
  comm: z.string(),
  style: z.optional(z.number()),
  create_date: z.optional(time),
})

/** The JSON body of a call. */
export const webhookCall = z.object({
  /** The id of the delivery, the same for every attempt. */
  id,
  webhook: id,
  created: time,
  events: z.array(
    z.object({
      type: z.enum([...hookEvents, 'ping']),
      at: time,
      /** The person who did it; null for actions of the server and of deleted accounts. */
      by: z.nullable(z.object({ _id: id, name: z.string() })),
      /** Number of links, collections or highlights; of a large number, only the first are named. */
      count: z.number(),
      links: z.optional(z.array(webhookLink)),
      folders: z.optional(z.array(webhookFolder)),
      highlights: z.optional(z.array(webhookHighlight)),
    }),
  ),
})
export type WebhookCall = z.output<typeof webhookCall>
export type WebhookLink = z.output<typeof webhookLink>
export type WebhookHighlight = z.output<typeof webhookHighlight>
export type WebhookFolder = z.output<typeof webhookFolder>
