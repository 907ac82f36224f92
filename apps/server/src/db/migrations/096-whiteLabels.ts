import type { Migration } from './migration.ts'

/** The name, logo and colours that the company page of a collection has instead of the usual ones. */
export const migration: Migration = {
  name: '096-whiteLabels',
  statements: ({ int, bytes }) => [
    `create table white_labels (
      collection_id text primary key references collections(id) on delete cascade,
      person_id text not null references people(id) on delete cascade,
      name text not null,
      accent text not null,
      paper text not null,
      logo_id text,
      logo ${bytes},
      logo_width ${int},
      logo_height ${int}
    )`,
    'create index white_labels_of_person on white_labels (person_id)',
  ],
}
