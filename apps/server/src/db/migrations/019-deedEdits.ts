import type { Migration } from './migration.ts'

/** The content of a shared link or collection before and after an edit, as long as the edit can be undone. */
export const migration: Migration = {
  name: '019-deedEdits',
  statements: ({ noRowId }) => [
    `create table deed_edits (
      deed_id text primary key references deeds(id) on delete cascade,
      link_id text references links(id) on delete cascade,
      collection_id text references collections(id) on delete cascade,
      was text not null,
      became text not null
    )${noRowId}`,
    `create index deed_edits_of_link on deed_edits (link_id) where link_id is not null`,
    `create index deed_edits_of_collection on deed_edits (collection_id) where collection_id is not null`,
  ],
}
