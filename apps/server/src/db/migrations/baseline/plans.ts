import type { Schema } from '../migration.ts'

/** Coupons, customers of the payment provider, and the emails about used storage and bandwidth. */
export const plans: Schema = {
  statements: ({ int }) => [
    `create table coupons (
      id text primary key,
      code text not null unique,
      plan ${int} not null,
      days ${int},
      uses ${int},
      used ${int} not null default 0,
      expires_at ${int},
      ended_at ${int},
      created_at ${int} not null
    )`,

    // A person redeems a coupon once. The use still counts after the person is deleted.
    `create table coupon_uses (
      coupon_id text not null references coupons(id) on delete cascade,
      person_id text not null references people(id) on delete cascade,
      used_at ${int} not null,
      primary key (coupon_id, person_id)
    )`,
    `create index coupon_uses_of_person on coupon_uses (person_id)`,

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
    `create index payment_events_by_time on payment_events (received_at)`,

    // Each is sent once. The month is as 202611 for bandwidth, 0 for storage.
    `create table quota_mails (
      person_id text not null references people(id) on delete cascade,
      kind text not null,
      percent ${int} not null,
      month ${int} not null,
      sent_at ${int} not null,
      primary key (person_id, kind, percent, month)
    )`,
  ],
}
