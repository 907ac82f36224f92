import type { Migration } from './migration.ts'

/** Searches that people saved under a name. */
export const migration: Migration = {
  name: '079-savedSearches',
  statements: ({ int }) => [
    `create table saved_searches (
      id text primary key,
      person_id text not null references people(id) on delete cascade,
      name text not null,
      input text not null,
      type ${int} not null,
      category ${int},
      by_date ${int},
      created_at ${int} not null
    )`,
    'create index saved_searches_of_person on saved_searches (person_id, created_at)',
  ],
}
