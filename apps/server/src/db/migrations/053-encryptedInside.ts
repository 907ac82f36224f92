import type { Migration } from './migration.ts'

/**
 * Finds the encrypted links of a collection without its other links. A search counts those of all collections that others
 * share, each of which may have a million links.
 */
export const migration: Migration = {
  name: '053-encryptedInside',
  statements: () => [
    `create index links_encrypted_inside on links (collection_id, created_at, seq, key_id, trashed_at)
      where key_id is not null`,
  ],
}
