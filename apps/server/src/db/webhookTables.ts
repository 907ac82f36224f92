import type { Generated } from 'kysely'

/** An address that is called when links or collections change. */
export interface WebhookRow {
  id: string
  owner_id: string
  address: string
  descr: string
  /** What it wants to be told, with spaces between. */
  events: string
  /** What it is held to, with all beneath; it may be gone. */
  collection_id: string | null
  /** The secret it signs with, encrypted with SECRET. */
  sealed: string
  active: Generated<number>
  off_reason: 'failing' | 'gone' | 'secret' | null
  created_at: number
  /** Whether the last try was taken, what it was answered, and when; null before the first. */
  last_ok: number | null
  last_status: number | null
  last_at: number | null
  /** Deliveries in a row that were given up. */
  failures: Generated<number>
  /** After a try that failed nothing is tried before this. */
  rest_until: Generated<number>
}

/** What a webhook is still to be told, all of one kind of one deed. */
export interface WebhookEventRow {
  seq: Generated<number>
  webhook_id: string
  event: string
  /** The deed or job that more of the same may come from. */
  batch: string | null
  by_id: string | null
  /** The number of subjects, of which the first are named: see `domainEvents/webhooks.ts`. */
  count: number
  things: string
  at: number
}

/** One call of a webhook, tried until it is taken or given up. */
export interface WebhookDeliveryRow {
  id: string
  webhook_id: string
  /** What it tells, as JSON: see `features/webhooks/words.ts`. */
  events: string
  state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  status: number | null
  tries: Generated<number>
  created_at: number
  tried_at: number | null
  /** When it is tried next; while it is under way, when somebody else may take it over. */
  next_at: number | null
}
