import type { Migration } from './migration.ts'

/** Adds the link whose picture is the cover of a collection. */
export const migration: Migration = {
  name: '038-cover',
  // Without a foreign key: a key would search all collections for each deleted link. Readers check the link.
  statements: () => ['alter table collections add column cover_link_id text'],
}
