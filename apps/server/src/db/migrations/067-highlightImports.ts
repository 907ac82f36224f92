import type { Migration } from './migration.ts'

/**
 * The import that created a highlight, so that it can be undone; what has become of its words; and an index of the pages of
 * encrypted links, which the browser searches.
 */
export const migration: Migration = {
  name: '067-highlightImports',
  statements: () => [
    'alter table highlights add column import_id text',
    'alter table highlights add column found text',
    'create index highlights_of_import on highlights (import_id, seq) where import_id is not null',
    'create index highlight_pages_encrypted on highlight_pages (owner_id, updated_at, id) where link_id is not null',
  ],
}
