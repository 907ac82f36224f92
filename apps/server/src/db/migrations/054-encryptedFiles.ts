import type { Migration } from './migration.ts'

/**
 * Adds encrypted files: `sealed` is the envelope of the key, name and type of a file, and null for a file in clear. `enc` is
 * 1 for an upload that was encrypted in the browser.
 */
export const migration: Migration = {
  name: '054-encryptedFiles',
  statements: ({ int }) => [
    'alter table files add column sealed text',
    `alter table uploads add column enc ${int} not null default 0`,
  ],
}
