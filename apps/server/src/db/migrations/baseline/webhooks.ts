import type { Schema } from '../migration.ts'

/** Webhooks, their pending events, and their deliveries. */
export const webhooks: Schema = {
  statements: ({ int, seq }) => [
    // A webhook outlives the collection it is limited to, so that its owner finds out: there is no foreign key.
    `create table webhooks (
      id text primary key,
      owner_id text not null references people(id) on delete cascade,
      address text not null,
      descr text not null,
      events text not null,
      collection_id text,
      sealed text not null,
      active ${int} not null default 1,
      off_reason text,
      created_at ${int} not null,
      last_ok ${int},
      last_status ${int},
      last_at ${int},
      failures ${int} not null default 0,
      rest_until ${int} not null default 0,
      key_id text references api_keys(id) on delete cascade
    )`,
    `create index webhooks_of_owner on webhooks (owner_id, created_at)`,
    `create index webhooks_of_key on webhooks (key_id) where key_id is not null`,

    // Written in the transaction of the action. The job that creates deliveries from it deletes it.
    `create table webhook_events (
      seq ${seq},
      webhook_id text not null references webhooks(id) on delete cascade,
      event text not null,
      batch text,
      by_id text,
      count ${int} not null,
      subjects text not null,
      at ${int} not null
    )`,
    `create index webhook_events_of_webhook on webhook_events (webhook_id, seq)`,

    `create table webhook_deliveries (
      id text primary key,
      webhook_id text not null references webhooks(id) on delete cascade,
      events text not null,
      state text not null,
      status ${int},
      tries ${int} not null default 0,
      created_at ${int} not null,
      tried_at ${int},
      next_at ${int}
    )`,
    `create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at, id)`,
    `create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_at) where state = 'waiting'`,
  ],
}
