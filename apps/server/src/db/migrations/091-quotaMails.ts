import type { Migration } from './migration.ts'

/** Emails about storage and bandwidth that are nearly or completely used, so that each is sent once. */
export const migration: Migration = {
  name: '091-quotaMails',
  statements: ({ int }) => [
    // The month as 202611 for bandwidth, 0 for storage.
    `create table quota_mails (
      person_id text not null references people(id) on delete cascade,
      kind text not null,
      percent ${int} not null,
      month ${int} not null,
      sent_at ${int} not null,
      primary key (person_id, kind, percent, month)
    )`,
  ],
}
