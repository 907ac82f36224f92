import type { Migration } from './migration.ts'

/** Adds the key of the address that the page of a link names as its own. Links have it once their page is read again. */
export const migration: Migration = {
  name: '071-canonicalKeys',
  statements: () => [`alter table links add column canonical_key text not null default ''`],
}
