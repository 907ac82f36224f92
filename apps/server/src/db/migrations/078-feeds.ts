import type { Migration } from './migration.ts'

/** Feeds that collections listen to, and which of their entries were seen. */
export const migration: Migration = {
  name: '078-feeds',
  statements: ({ int }) => [
    `create table feeds (
      id text primary key,
      person_id text not null references people(id) on delete cascade,
      collection_id text not null references collections(id) on delete cascade,
      address text not null,
      title text not null default '',
      tag text,
      with_newest ${int} not null,
      active ${int} not null default 1,
      off_reason text,
      fault text,
      status ${int},
      etag text,
      modified text,
      read_at ${int},
      checked_at ${int},
      failing_since ${int},
      failures ${int} not null default 0,
      next_at ${int} not null,
      created_at ${int} not null
    )`,
    'create unique index feeds_of_collection on feeds (collection_id, address)',
    'create index feeds_of_person on feeds (person_id)',
    'create index feeds_due on feeds (next_at) where active = 1',
    `create table feed_items (
      feed_id text not null references feeds(id) on delete cascade,
      item_key text not null,
      seen_at ${int} not null,
      primary key (feed_id, item_key)
    )`,
  ],
}
