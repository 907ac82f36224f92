import type { Migration } from './migration.ts'

/** Adds when the owner of a link said that it stays as it is: without tags, and although it is long forgotten. */
export const migration: Migration = {
  name: '097-keptLinks',
  statements: ({ int }) => [
    `alter table links add column tagless_at ${int}`,
    `alter table links add column kept_at ${int}`,
  ],
}
