import type { Migration } from './migration.ts'

/** The setting of the daily email about unread notifications, and the time of the last one. */
export const migration: Migration = {
  name: '015-digest',
  statements: ({ int }) => [
    `alter table people add column digest ${int} not null default 1`,
    `alter table people add column digest_at ${int} not null default 0`,
  ],
}
