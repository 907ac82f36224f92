import type { Migration } from './migration.ts'

/**
 * Adds the last export of each person's library, which any server shows and stops. The files of an owner are read in the
 * order of their ids.
 */
export const migration: Migration = {
  name: '044-libraryExports',
  statements: ({ int, noRowId }) => [
    `create table library_exports (
      person_id text primary key references people(id) on delete cascade,
      id text not null,
      state text not null,
      files ${int} not null,
      bytes ${int} not null,
      missing ${int} not null,
      started_at ${int} not null,
      updated_at ${int} not null
    )${noRowId}`,
    'drop index files_by_owner',
    'create index files_by_owner on files (owner_id, id)',
  ],
}
