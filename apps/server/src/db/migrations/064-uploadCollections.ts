import type { Migration } from './migration.ts'

/** Records for which collection an upload was started, so that its request key is refused for another one. */
export const migration: Migration = {
  name: '064-uploadCollections',
  statements: () => ['alter table uploads add column collection_id text'],
}
