import type { Migration } from './migration.ts'

/** Bytes of stored pictures and files sent, by owner and by month (202611 is November 2026, UTC). */
export const migration: Migration = {
  name: '018-served',
  statements: ({ int, noRowId }) => [
    `create table served (
      owner_id text not null references people(id) on delete cascade,
      month ${int} not null,
      bytes ${int} not null,
      primary key (owner_id, month)
    )${noRowId}`,
  ],
}
