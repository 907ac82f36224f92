import type { Migration } from './migration.ts'

/** Finds the removed files that can be restored from the bytes of a blob, before these are deleted. */
export const migration: Migration = {
  name: '061-removedBytes',
  statements: () => ['create index removed_files_by_blob on removed_files (blob_id)'],
}
