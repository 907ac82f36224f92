import type { Migration } from './migration.ts'

/** Adds when a file was last opened. Files that were never opened count from their upload. */
export const migration: Migration = {
  name: '059-openedFiles',
  statements: ({ int }) => [`alter table files add column opened_at ${int}`],
}
