import type { Migration } from './migration.ts'

/** The imports that created feeds and saved searches, so that they can be undone. */
export const migration: Migration = {
  name: '086-importedFeeds',
  statements: () => [
    'alter table feeds add column import_id text',
    'alter table saved_searches add column import_id text',
    'create index feeds_of_import on feeds (import_id) where import_id is not null',
    'create index saved_searches_of_import on saved_searches (import_id) where import_id is not null',
  ],
}
