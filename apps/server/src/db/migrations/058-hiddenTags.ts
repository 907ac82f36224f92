import type { Migration } from './migration.ts'

/** Adds the option of an encrypted collection that its encrypted links have no tags (ENC-12). */
export const migration: Migration = {
  name: '058-hiddenTags',
  statements: ({ int }) => [`alter table collections add column hide_tags ${int} not null default 0`],
}
