import type { Migration } from './migration.ts'

/**
 * Values compared at the start: the fingerprint of the SECRET that this library was used with, and (on
 * SQLite) the number of its transactions. Each table has at most one row.
 */
export const migration: Migration = {
  name: '028-marks',
  statements: ({ int }) => [
    `create table secret_checks (id ${int} primary key, value text not null)`,
    `create table commit_counts (
      id ${int} primary key,
      library text not null,
      count ${int} not null,
      committed_at ${int} not null
    )`,
  ],
}
