import type { Migration } from './migration.ts'

/**
 * Activity in shared collections. It is written there only, so that its indexes cost nothing in an unshared
 * library.
 */
export const migration: Migration = {
  name: '013-activities',
  statements: ({ int, seq }) => [
    `create table activities (
      seq ${seq},
      id text not null unique,
      owner_id text not null references people(id) on delete cascade,
      collection_id text not null references collections(id) on delete cascade,
      by_id text references people(id) on delete set null,
      kind text not null,
      other_id text not null,
      batch text not null,
      deed_id text,
      count ${int} not null,
      things text not null,
      at ${int} not null,
      undone_at ${int},
      undone_by text references people(id) on delete set null
    )`,
    // Actions of the same kind by one person at about the same time are one entry; the entries of an undo
    // record are found by its key.
    `create unique index activities_batch on activities (batch, collection_id, kind, by_id, other_id)`,
    `create index activities_of_owner on activities (owner_id, seq)`,
    `create index activities_of_collection on activities (collection_id, seq)`,
    `create index activities_by on activities (by_id) where by_id is not null`,
    `create index activities_undone on activities (undone_by) where undone_by is not null`,
    `create index activities_at on activities (at)`,
  ],
}
