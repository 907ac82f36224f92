import type { Migration } from './migration.ts'

/** Notifications about the actions of others, per recipient. */
export const migration: Migration = {
  name: '012-notifications',
  statements: ({ int, seq }) => [
    `create table notifications (
      seq ${seq},
      id text not null unique,
      person_id text not null references people(id) on delete cascade,
      action text not null,
      collection_id text not null references collections(id) on delete cascade,
      from_id text references people(id) on delete set null,
      several ${int} not null default 0,
      count ${int} not null,
      about text not null,
      updated_at ${int} not null,
      read_at ${int}
    )`,
    // While a notification is unread, further actions of the same kind are merged into it.
    `create unique index notifications_unread on notifications (person_id, action, collection_id) where read_at is null`,
    `create index notifications_of_person on notifications (person_id, updated_at, seq)`,
    `create index notifications_of_collection on notifications (collection_id)`,
    `create index notifications_from on notifications (from_id) where from_id is not null`,
  ],
}
