import type { Migration } from './migration.ts'

/** Links suggested for a collection by others. */
export const migration: Migration = {
  name: '008-suggestions',
  statements: ({ int, seq }) => [
    `create table suggestions (
      seq ${seq},
      id text not null unique,
      collection_id text not null references collections(id) on delete cascade,
      recipient_id text not null references people(id) on delete cascade,
      suggester_id text references people(id) on delete cascade,
      claim_hash text,
      form text not null,
      state text not null,
      word text not null default '',
      link_id text references links(id) on delete set null,
      version ${int} not null default 1,
      created_at ${int} not null,
      updated_at ${int} not null,
      decided_at ${int}
    )`,
    // Not partial: deleting an account or a collection looks up all its suggestions.
    `create index suggestions_to_me on suggestions (recipient_id, decided_at, seq)`,
    `create index suggestions_by_me on suggestions (suggester_id, seq) where suggester_id is not null`,
    `create index suggestions_waiting on suggestions (collection_id, decided_at)`,
    `create index suggestions_of_link on suggestions (link_id) where link_id is not null`,
  ],
}
