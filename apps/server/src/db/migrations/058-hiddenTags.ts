import type { Migration } from './migration.ts'

/**
 * Adds the option of an encrypted collection that its encrypted links have no tags (ENC-12). Undo records are
 * found by link. Finished bulk jobs no longer name links and tags.
 */
export const migration: Migration = {
  name: '058-hiddenTags',
  statements: ({ int }) => [
    `alter table collections add column hide_tags ${int} not null default 0`,
    'create index undo_links_by_link on undo_links (link_seq)',
    `update jobs set payload = '{}' where kind = 'bulk' and finished_at is not null`,
  ],
}
