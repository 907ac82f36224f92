import type { Migration } from './migration.ts'

/** Rules of people for their links, and the titles and addresses that a run of rules changed. */
export const migration: Migration = {
  name: '082-rules',
  statements: ({ int, noRowId }) => [
    `create table rules (
      id text primary key,
      person_id text not null references people(id) on delete cascade,
      position ${int} not null,
      active ${int} not null default 1,
      conditions text not null,
      actions text not null,
      created_at ${int} not null
    )`,
    'create index rules_of_person on rules (person_id, position)',
    `create table undo_texts (
      undo_id text not null references undo_records(id) on delete cascade,
      link_id text not null references links(id) on delete cascade,
      old_title text not null,
      new_title text not null,
      old_address text not null,
      new_address text not null,
      primary key (undo_id, link_id)
    )${noRowId}`,
    'create index undo_texts_of_link on undo_texts (link_id)',
  ],
}
