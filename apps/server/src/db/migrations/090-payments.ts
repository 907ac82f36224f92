import type { Migration } from './migration.ts'

/** Customers of the payment provider, and the events that it has sent. */
export const migration: Migration = {
  name: '090-payments',
  statements: ({ int }) => [
    `alter table people add column plan_overdue ${int} not null default 0`,
    `create table customers (
      person_id text primary key references people(id) on delete cascade,
      customer_id text not null unique,
      bought ${int} not null default 0,
      renewing ${int} not null default 0,
      failed_invoice text,
      started ${int} not null default 0,
      applied ${int} not null default 0,
      created_at ${int} not null
    )`,
    `create table payment_events (
      id text primary key,
      type text not null,
      created_at ${int} not null,
      received_at ${int} not null
    )`,
    'create index payment_events_by_time on payment_events (received_at)',
  ],
}
