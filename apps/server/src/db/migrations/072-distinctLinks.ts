import type { Migration } from './migration.ts'

/** Adds the links that a person does not regard as duplicates of each other: those that have a mark in common. */
export const migration: Migration = {
  name: '072-distinctLinks',
  statements: ({ noRowId }) => [
    `create table distinct_links (
      person_id text not null references people(id) on delete cascade,
      mark text not null,
      link_id text not null references links(id) on delete cascade,
      primary key (person_id, mark, link_id)
    )${noRowId}`,
    'create index distinct_links_of_link on distinct_links (link_id)',
  ],
}
