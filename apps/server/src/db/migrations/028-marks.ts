import type { Migration } from './migration.ts'

/**
 * What a start compares: the SECRET that this library was used with, and (on SQLite) how many transactions it holds.
 * Each table has one row at most.
 */
export const marks: Migration = {
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
