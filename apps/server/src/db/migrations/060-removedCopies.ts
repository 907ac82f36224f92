import type { Migration } from './migration.ts'

/** Adds what is needed to restore removed copies of pages: their versions, and the text of the newest one. */
export const migration: Migration = {
  name: '060-removedCopies',
  statements: ({ bytes }) => [
    'alter table removed_files add column version text',
    `alter table removed_files add column page_text ${bytes}`,
  ],
}
