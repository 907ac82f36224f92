import type { Migration } from './migration.ts'

/** Stores which keys a passkey opens, so that pages offer it only where it helps. Key ids are no secrets. */
export const migration: Migration = {
  name: '052-passkeyKeyIds',
  statements: () => [`alter table passkey_keys add column key_ids text not null default ''`],
}
