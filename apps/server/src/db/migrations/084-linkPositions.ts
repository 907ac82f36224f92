import type { Migration } from './migration.ts'

/**
 * The manual order of the links of a collection. A link without a position is where its date puts it, so no row is
 * written, and the index has the expression of `positionOf` in links/linkOrderStore.ts.
 */
export const migration: Migration = {
  name: '084-linkPositions',
  statements: ({ int }) => [
    `alter table links add column position ${int}`,
    `create index links_by_hand on links (collection_id, (coalesce(position, created_at * 1024)), seq)
      where trashed_at is null`,
  ],
}
