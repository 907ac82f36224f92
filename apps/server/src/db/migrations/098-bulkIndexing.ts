import type { Migration } from './migration.ts'

/**
 * Makes the index of many new links cheap. On PostgreSQL new entries first go to a list, from which they are added to the
 * index together (`indexLoad.ts`). On SQLite the memory for the entries of a transaction holds a batch of an import, and
 * parts of the index are merged less often. A negative revision of a person is held: see `insertLinks` in `indexLoad.ts`.
 */
export const migration: Migration = {
  name: '098-bulkIndexing',
  statements: () => [],
  sqlite: [
    `drop trigger links_inserted`,
    `create trigger links_inserted after insert on links begin
      update people set revision = revision + 1 where id = new.owner_id and revision >= 0; end`,
    `insert into links_text (links_text, rank) values ('hashsize', 8388608)`,
    `insert into links_text (links_text, rank) values ('automerge', 8)`,
  ],
  postgres: [`alter index links_terms set (fastupdate = on)`],
}
