import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import type { WebhookEvent } from './eventTypes.ts'
import { operation } from './operation.ts'
import { flag, id, nothing, time } from './shapes.ts'

/** What a webhook can be told of. A collection that is trashed, restored or deleted takes along what lies beneath it. */
export const hookEvents = [
  'link.created',
  'link.updated',
  'link.moved',
  'link.trashed',
  'link.restored',
  'link.deleted',
  'collection.created',
  'collection.updated',
  'collection.moved',
  'collection.trashed',
  'collection.restored',
  'collection.deleted',
] as const satisfies WebhookEvent[]
const hookEvent = z.enum(hookEvents)
export type HookEvent = z.output<typeof hookEvent>

export const webhook = z.object({
  _id: id,
  address: z.string(),
  desc: z.string(),
  events: z.array(hookEvent),
  /** The collection it is held to, with all beneath it; null for everything the person owns or was let into. */
  folder: z.nullable(z.object({ _id: id, name: z.string() })),
  /** The collection it is held to is gone, or not the person's to see any more: it is told nothing until another is chosen. */
  folder_gone: z.boolean(),
  is_active: z.boolean(),
  /**
   * Why the server has switched it off: nothing was taken for long (`failing`), the receiver said 410 (`gone`), or the
   * secret cannot be read any more (`secret`). Null when a person did, or when it is on.
   */
  off_reason: z.nullable(z.enum(['failing', 'gone', 'secret'])),
  created: time,
  /** The last try: whether it was taken, and the HTTP status, null where there was no answer. */
  last: z.nullable(z.object({ ok: z.boolean(), status: z.nullable(z.number()), date: time })),
  /** Deliveries in a row that were given up. */
  failures: z.number(),
})
export type Webhook = z.output<typeof webhook>

export const hookDelivery = z.object({
  _id: id,
  /** What kinds of events it tells of, and of how many things. */
  events: z.array(hookEvent),
  count: z.number(),
  /** `dropped`: never sent, because the webhook was switched off or what it tells of is not the person's to see any more. */
  state: z.enum(['waiting', 'delivered', 'failed', 'dropped']),
  /** What the last try was answered; null before the first, and where there was no answer. */
  status: z.nullable(z.number()),
  tries: z.number(),
  created: time,
  tried: z.nullable(time),
  /** When it is tried next. */
  next: z.nullable(time),
})
export type HookDelivery = z.output<typeof hookDelivery>

const address = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'webhooks.addressRequired' }),
    z.maxLength(limits.webhookAddress, { error: 'webhooks.addressInvalid' }),
  )
const desc = z.string().check(z.trim(), z.maxLength(limits.webhookDesc, { error: 'webhooks.descTooLong' }))
const events = z
  .array(hookEvent)
  .check(z.minLength(1, { error: 'webhooks.eventsRequired' }), z.maxLength(hookEvents.length))

export const createWebhook = operation({
  path: 'create-webhook',
  summary:
    'Makes a webhook: the server calls its address about links and collections that change. The answer holds the secret that signs the calls: it is never shown again.',
  access: 'account',
  input: z.object({
    address,
    desc: z._default(desc, ''),
    events: z._default(events, [...hookEvents]),
    folder_id: z._default(z.nullable(id), null),
  }),
  output: z.object({ webhook, secret: z.string() }),
  errors: [
    'webhooks.addressRequired',
    'webhooks.addressInvalid',
    'webhooks.addressPrivate',
    'webhooks.descTooLong',
    'webhooks.eventsRequired',
    'webhooks.tooMany',
    'collections.notFound',
  ],
  touches: ['webhooks'],
})

export const listWebhooks = operation({
  path: 'list-webhooks',
  summary: "The person's webhooks, the newest first, without their secrets.",
  access: 'account',
  input: nothing,
  output: z.array(webhook),
  reads: ['webhooks', 'collections'],
})

export const updateWebhook = operation({
  path: 'update-webhook',
  summary:
    'Changes a webhook, or switches it on and off. What waits to be sent by a webhook that is switched off is dropped. Fields that are left out stay as they are.',
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
  errors: [
    'webhooks.notFound',
    'webhooks.addressRequired',
    'webhooks.addressInvalid',
    'webhooks.addressPrivate',
    'webhooks.descTooLong',
    'webhooks.eventsRequired',
    'webhooks.newSecretNeeded',
    'collections.notFound',
  ],
  touches: ['webhooks'],
})

export const newWebhookSecret = operation({
  path: 'new-webhook-secret',
  summary:
    'Makes a new secret for a webhook, which signs from now on, also what is tried again. It is never shown again.',
  access: 'account',
  input: z.object({ webhook_id: id }),
  output: z.object({ secret: z.string() }),
  errors: ['webhooks.notFound'],
  touches: ['webhooks'],
})

export const deleteWebhook = operation({
  path: 'delete-webhook',
  summary: 'Deletes a webhook with its deliveries. Nothing is sent any more, not even what waits.',
  access: 'account',
  input: z.object({ webhook_id: id }),
  output: nothing,
  errors: ['webhooks.notFound'],
  touches: ['webhooks'],
})

export const testWebhook = operation({
  path: 'test-webhook',
  summary:
    'Sends a `ping` to a webhook at once, switched on or not, and says what came back. It is tried once and is no delivery.',
  access: 'account',
  input: z.object({ webhook_id: id }),
  output: z.object({
    /** The receiver answered with a status of 200 to 299. */
    ok: z.boolean(),
    /** The HTTP status; null where there was no answer within 10 seconds, or none may be asked for. */
    status: z.nullable(z.number()),
  }),
  errors: ['webhooks.notFound', 'webhooks.newSecretNeeded', 'request.tooMany'],
  cost: 'webhook',
})

export const webhookDeliveries = operation({
  path: 'webhook-deliveries',
  summary: 'The last 50 deliveries of a webhook, the newest first. They are kept for 30 days.',
  access: 'account',
  input: z.object({ webhook_id: id }),
  output: z.array(hookDelivery),
  errors: ['webhooks.notFound'],
  reads: ['webhooks'],
})

export const redeliverWebhook = operation({
  path: 'redeliver-webhook',
  summary:
    'Sends a delivery again, under its own id, with as many tries as a new one. What the person may not see any more is left out.',
  access: 'account',
  input: z.object({ delivery_id: id }),
  output: nothing,
  errors: ['webhooks.deliveryNotFound', 'webhooks.off', 'request.tooMany'],
  touches: ['webhooks'],
  cost: 'webhook',
})

const webhookLink = z.object({
  _id: id,
  name: z.string(),
  /** The collection it lay in afterwards; null where the person may not see it. */
  parent: z.nullable(id),
  /** Of a link that was moved: where it lay before, as far as the person may see it. */
  moved_from: z.optional(id),
  /** What it was when the call was made; none of it for a link that is gone or out of sight by then. */
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

/** The JSON body of a call. */
export const webhookCall = z.object({
  /** The delivery: the same however often it is tried. */
  id,
  webhook: id,
  created: time,
  events: z.array(
    z.object({
      type: z.enum([...hookEvents, 'ping']),
      at: time,
      /** Who did it; null for what the server did by itself, and for somebody who is gone. */
      by: z.nullable(z.object({ _id: id, name: z.string() })),
      /** How many links or collections it is about; of a great many only the first are named. */
      count: z.number(),
      links: z.optional(z.array(webhookLink)),
      folders: z.optional(z.array(webhookFolder)),
    }),
  ),
})
export type WebhookCall = z.output<typeof webhookCall>
export type WebhookLink = z.output<typeof webhookLink>
export type WebhookFolder = z.output<typeof webhookFolder>
