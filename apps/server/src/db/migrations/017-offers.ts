import type { Migration } from './migration.ts'

/** Collections offered to a person, until that person responds. */
export const migration: Migration = {
  name: '017-offers',
  statements: ({ int, noRowId }) => [
    `create table offers (
      collection_id text primary key references collections(id) on delete cascade,
      owner_id text not null references people(id) on delete cascade,
      person_id text not null references people(id) on delete cascade,
      created_at ${int} not null
    )${noRowId}`,
    `create index offers_to on offers (person_id, created_at)`,
    `create index offers_of on offers (owner_id, created_at)`,
  ],
}
