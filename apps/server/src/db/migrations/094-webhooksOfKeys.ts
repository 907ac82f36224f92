import type { Migration } from './migration.ts'

/** Webhooks that an API key has created, and that end with it. */
export const migration: Migration = {
  name: '094-webhooksOfKeys',
  statements: () => [
    'alter table webhooks add column key_id text references api_keys(id) on delete cascade',
    'create index webhooks_of_key on webhooks (key_id) where key_id is not null',
  ],
}
