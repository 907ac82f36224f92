import type { Migration } from './migration.ts'

/** Hosts that show public collections. Several people may ask for one; only one of them has it verified. */
export const migration: Migration = {
  name: '095-domains',
  statements: ({ int }) => [
    `create table domains (
      id text primary key,
      person_id text not null references people(id) on delete cascade,
      collection_id text not null references collections(id) on delete cascade,
      host text not null,
      token text not null,
      verified_at ${int},
      checked_at ${int},
      failing_since ${int},
      created_at ${int} not null
    )`,
    'create unique index domains_of_collection on domains (collection_id)',
    'create unique index domains_of_host on domains (host) where verified_at is not null',
    'create index domains_of_person on domains (person_id)',
    'create index domains_by_check on domains (checked_at) where verified_at is not null',
  ],
}
