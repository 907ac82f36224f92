import type { Migration } from './migration.ts'

/**
 * Allows counts of most of a library without reading rows: on PostgreSQL the index by owner and date includes
 * the columns that searches filter by. Hosts longer than their key are compared by the address; a separate
 * index finds these few.
 */
export const migration: Migration = {
  name: '021-searchAtHand',
  statements: () => [`create index links_long_hosts on links (owner_id) where length(host_key) >= 60`],
  postgres: [
    `drop index links_of_owner`,
    `create index links_of_owner on links (owner_id, created_at, seq) include (collection_id, category, host_key)
      where trashed_at is null`,
  ],
}
