import type { Migration } from './migration.ts'

/** API keys. Only the hash of a key is stored. */
export const migration: Migration = {
  name: '010-apiKeys',
  statements: ({ int }) => [
    `create table api_keys (
      id text primary key,
      owner_id text not null references people(id) on delete cascade,
      hash text not null unique,
      ending text not null,
      name text not null,
      may_write ${int} not null,
      created_at ${int} not null,
      last_used_at ${int}
    )`,
    `create index api_keys_of_owner on api_keys (owner_id, created_at)`,
  ],
}
