import type { Migration } from './migration.ts'

/** Adds the store that objects are moved from, while some are still there. */
export const migration: Migration = {
  name: '042-file-store',
  statements: () => ['alter table file_store add column old_store_id text'],
}
