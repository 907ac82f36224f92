import type { Migration } from './migration.ts'

/** The duration of a plan, and the coupons that grant one. */
export const migration: Migration = {
  name: '016-coupons',
  statements: ({ int }) => [
    // The end of the plan, or the due time of the next invoice.
    `alter table people add column plan_until ${int}`,
    `alter table people add column plan_renews ${int} not null default 0`,
    `alter table people add column plan_cancelled ${int} not null default 0`,
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
  ],
}
