import type { Migration } from './migration.ts'

/**
 * Finds a person's collections by a part of their names without reading their rows, which change with every
 * link.
 */
export const migration: Migration = {
  name: '022-collectionNames',
  statements: () => [
    `create index collections_named on collections (owner_id, name_key, id)
      where trashed_by is null and parent_id is not null`,
  ],
}
