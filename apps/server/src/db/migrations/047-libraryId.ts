import type { Migration } from './migration.ts'

/** Names the library in its stores of files, so that no other library removes objects there. */
export const migration: Migration = {
  name: '047-libraryId',
  statements: () => ['alter table file_store add column library_id text'],
}
