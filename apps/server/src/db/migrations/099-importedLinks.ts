import type { Migration } from './migration.ts'

/**
 * Makes many new links cheap on SQLite (docs/adr/089). A new link is counted in its library in the same transaction, which
 * changes the library's revision already.
 */
export const migration: Migration = {
  name: '099-importedLinks',
  statements: () => [],
  sqlite: ['drop trigger links_inserted'],
}
