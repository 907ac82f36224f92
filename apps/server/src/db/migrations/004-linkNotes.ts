import type { Migration } from './migration.ts'

/** Notes on links, and the index for finding duplicates by address. */
export const migration: Migration = {
  name: '004-linkNotes',
  statements: ({ int }) => [
    `create table link_notes (
      id text primary key,
      link_id text not null references links(id) on delete cascade,
      person_id text not null references people(id) on delete cascade,
      note text not null,
      created_at ${int} not null,
      updated_at ${int} not null,
      unique (link_id, person_id)
    )`,
    `create index link_notes_of_person on link_notes (person_id)`,

    // Indexes a prefix of the key: PostgreSQL limits index rows to 2,704 bytes, and addresses may be longer.
    `drop index links_by_address`,
    `create index links_by_address on links (owner_id, substr(compare_key, 1, 200)) where compare_key <> ''`,
  ],
}
