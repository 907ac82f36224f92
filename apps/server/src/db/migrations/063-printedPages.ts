import type { Migration } from './migration.ts'

/** Records whose library a temporary PDF shows, so that it ends when links there are encrypted. */
export const migration: Migration = {
  name: '063-printedPages',
  statements: () => [
    'alter table uploads add column printed_owner_id text references people(id) on delete cascade',
    'create index uploads_by_printed_owner on uploads (printed_owner_id) where printed_owner_id is not null',
  ],
}
