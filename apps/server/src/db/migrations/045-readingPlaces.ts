import type { Migration } from './migration.ts'

/** Adds where each person reads in the copy of a page. */
export const migration: Migration = {
  name: '045-readingPlaces',
  statements: ({ int, noRowId }) => [
    `create table reading_places (
      person_id text not null references people(id) on delete cascade,
      link_id text not null references links(id) on delete cascade,
      version ${int} not null,
      char_offset ${int} not null,
      read_at ${int} not null,
      primary key (person_id, link_id)
    )${noRowId}`,
    'create index reading_places_of_link on reading_places (link_id)',
  ],
}
