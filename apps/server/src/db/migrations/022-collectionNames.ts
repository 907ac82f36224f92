import type { Migration } from './migration.ts'

/** A person's collections are found by a part of their names without a look at their rows, which change with every link. */
export const collectionNames: Migration = {
  name: '022-collectionNames',
  statements: () => [
    `create index collections_named on collections (owner_id, name_key, id)
      where trashed_by is null and parent_id is not null`,
  ],
}
