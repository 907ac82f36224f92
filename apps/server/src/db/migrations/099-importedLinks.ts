import type { Migration } from './migration.ts'

/**
 * Makes many new links cheap on SQLite (docs/adr/089). A new link is counted in its library in the same transaction, which
 * changes the library's revision already. The full text keeps the entries of a transaction in memory up to 16 MB, and
 * writes them as one part.
 */
export const migration: Migration = {
  name: '099-importedLinks',
  statements: () => [],
  sqlite: [
    'drop trigger links_inserted',
    `insert into links_text (links_text, rank) values ('hashsize', 16777216)`,
  ],
}
