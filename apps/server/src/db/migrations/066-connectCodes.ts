import type { Migration } from './migration.ts'

/** One-time codes with which a program that a person connects gets an API key. */
export const migration: Migration = {
  name: '066-connectCodes',
  statements: ({ int }) => [
    `create table connect_codes (
      code_hash text primary key,
      owner_id text not null references people(id) on delete cascade,
      state_hash text not null,
      challenge text not null,
      name text not null,
      expires_at ${int} not null,
      spent_at ${int},
      issued_key text
    )`,
    `create index connect_codes_old on connect_codes (expires_at)`,
    `create index connect_codes_of_owner on connect_codes (owner_id)`,
  ],
}
