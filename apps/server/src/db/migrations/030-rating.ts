import type { Migration } from './migration.ts'

/** The rating of a link, from 0 (none) to 5. */
export const migration: Migration = {
  name: '030-rating',
  statements: ({ int }) => [`alter table links add column rating ${int} not null default 0`],
}
