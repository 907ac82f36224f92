import type { Generated } from 'kysely'
import type { Declarations } from './tableDeclaration.ts'

/** An address that receives events when links or collections change. */
export interface WebhookRow {
  id: string
  owner_id: string
  /** The API key that created it; it ends with the key. */
  key_id: string | null
  address: string
  descr: string
  /** The subscribed event types, separated by spaces. */
  events: string
  /** The collection, with its descendants, that it is limited to; it may be deleted. */
  collection_id: string | null
  /** The signing secret, encrypted with SECRET. */
  sealed: string
  active: Generated<number>
  off_reason: 'failing' | 'gone' | 'secret' | null
  created_at: number
  /** Whether the last attempt succeeded, its status code, and its time; null before the first. */
  last_ok: number | null
  last_status: number | null
  last_at: number | null
  /** Consecutive deliveries that failed permanently. */
  failures: Generated<number>
  /** After a failed attempt, the earliest time of the next one. */
  rest_until: Generated<number>
}

/** Pending events of one type from one action, to be delivered to a webhook. */
export interface WebhookEventRow {
  seq: Generated<number>
  webhook_id: string
  event: string
  /** The undo record or job that may add further events of the same type. */
  batch: string | null
  by_id: string | null
  /** The number of subjects, of which the first are named: see `domainEvents/webhooks.ts`. */
  count: number
  subjects: string
  at: number
}

/** One call of a webhook, retried until it succeeds or fails permanently. */
export interface WebhookDeliveryRow {
  id: string
  webhook_id: string
  /** The payload as JSON: see `features/webhooks/deliveries/payload.ts`. */
  events: string
  state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  status: number | null
  tries: Generated<number>
  created_at: number
  tried_at: number | null
  /** The time of the next attempt; during an attempt, the time from which another process may claim it. */
  next_at: number | null
}

export interface WebhookTables {
  webhooks: WebhookRow
  webhook_events: WebhookEventRow
  webhook_deliveries: WebhookDeliveryRow
}

/** Names of other people are erased by `trash/eraseTraces.ts`. */
const ofWebhook = {
  owner: 'webhook_id',
  references: { webhook_id: 'webhooks' },
  backup: 'included',
  erasure: 'byReference',
  export: 'ofServer',
} as const

export const webhookTables: Declarations<WebhookTables> = {
  webhooks: {
    owner: 'owner_id',
    references: { owner_id: 'people', key_id: 'api_keys' },
    backup: 'included',
    erasure: 'atOnce',
    export: 'secret',
  },
  webhook_events: ofWebhook,
  webhook_deliveries: ofWebhook,
}
