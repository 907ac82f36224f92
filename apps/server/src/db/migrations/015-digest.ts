import type { Migration } from './migration.ts'

/** Who wants a daily mail of what is unread, and when the last one was left. */
export const digest: Migration = {
  name: '015-digest',
  statements: ({ int }) => [
    `alter table people add column digest ${int} not null default 1`,
    `alter table people add column digest_at ${int} not null default 0`,
  ],
}
