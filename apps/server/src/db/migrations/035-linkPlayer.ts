import type { Migration } from './migration.ts'

/** Adds the address of the player that was found on the page of a link. */
export const migration: Migration = {
  name: '035-linkPlayer',
  statements: () => [`alter table links add column player text not null default ''`],
}
