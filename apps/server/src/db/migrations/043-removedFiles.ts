import type { Migration } from './migration.ts'

/** Adds files that were removed from their links and can be restored for a day. Their bytes are being deleted meanwhile. */
export const migration: Migration = {
  name: '043-removedFiles',
  statements: ({ int }) => [
    `create table removed_files (
      id text primary key,
      undo text not null,
      owner_id text not null references people(id) on delete cascade,
      link_id text not null references links(id) on delete cascade,
      position ${int} not null,
      kind text not null,
      blob_id text not null,
      row text not null,
      removed_at ${int} not null
    )`,
    'create index removed_files_by_undo on removed_files (owner_id, undo)',
    'create index removed_files_by_time on removed_files (removed_at)',
    'create index removed_files_by_link on removed_files (link_id)',
  ],
}
