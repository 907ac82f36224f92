import type { Migration } from './migration.ts'

/** Adds the author of the page of a link. */
export const migration: Migration = {
  name: '037-linkAuthor',
  statements: () => [`alter table links add column author text not null default ''`],
}
