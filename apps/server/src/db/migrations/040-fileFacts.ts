import type { Migration } from './migration.ts'

/** Adds what files say about themselves, and an index of the files that are still to be read. */
export const migration: Migration = {
  name: '040-fileFacts',
  statements: () => [
    'alter table files add column facts text',
    `create index files_working on files (link_id) where state = 'working'`,
  ],
}
