import { isPostgres } from '../dialect.ts'
import { rebuildTerms } from '../linkTerms.ts'
import type { Migration } from './migration.ts'

/** Begins each term of a link on SQLite with digits of its owner, so that a search reads one library (docs/adr/090). */
export const migration: Migration = {
  name: '103-termPrefixes',
  statements: () => [],
  sqlite: [
    `drop table links_text`,
    // The prefixes of two and three characters, after the six digits.
    `create virtual table links_text using fts5 (
      owner, title, address, descr, tags,
      content = '', contentless_delete = 1, columnsize = 1, prefix = '8 9',
      tokenize = "unicode61 remove_diacritics 0"
    )`,
    // The entries of an import's transaction stay in memory up to 16 MB, and are written as one part (docs/adr/089).
    `insert into links_text (links_text, rank) values ('hashsize', 16777216)`,
  ],
  after: async tx => {
    if (!isPostgres(tx)) await rebuildTerms(tx)
  },
}
