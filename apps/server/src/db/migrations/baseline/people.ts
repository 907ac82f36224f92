import type { Schema } from '../migration.ts'

/** People with their settings and counters. A person has the id of the sign-in account. */
export const people: Schema = {
  statements: ({ int, noRowId }) => [
    `create table people (
      id text primary key,
      plan ${int} not null default 1,
      root_id text not null,
      theme ${int} not null default 0,
      view_links ${int} not null default 1,
      view_folders ${int} not null default 4,
      load_links ${int} not null default 1,
      clipboard_access ${int},
      last_folder text,
      last_category ${int} not null default 3,
      announcements text not null default '[]',
      n1 ${int} not null default 0, n2 ${int} not null default 0, n3 ${int} not null default 0,
      n4 ${int} not null default 0, n5 ${int} not null default 0,
      exported_at ${int},
      created_at ${int} not null,
      closed_at ${int},
      digest ${int} not null default 1,
      digest_at ${int} not null default 0,
      plan_until ${int},
      plan_renews ${int} not null default 0,
      plan_cancelled ${int} not null default 0,
      revision ${int} not null default 0,
      changed1 ${int} not null default 0, changed2 ${int} not null default 0, changed3 ${int} not null default 0,
      changed4 ${int} not null default 0, changed5 ${int} not null default 0,
      kept_bytes ${int} not null default 0,
      reserved_bytes ${int} not null default 0,
      c1_bytes ${int} not null default 0, c2_bytes ${int} not null default 0, c3_bytes ${int} not null default 0,
      c4_bytes ${int} not null default 0, c5_bytes ${int} not null default 0,
      keep_copies text not null default 'full',
      plan_overdue ${int} not null default 0
    )`,

    // Binds an idempotency key to its first call: the same key with another call is rejected.
    `create table request_keys (
      person_id text not null references people(id) on delete cascade,
      key_hash text not null,
      call_hash text not null,
      at ${int} not null,
      primary key (person_id, key_hash)
    )${noRowId}`,
    `create index request_keys_by_age on request_keys (at)`,
  ],
}
