import type { Schema } from '../migration.ts'

/** Creates a full-text table of SQLite; `prefix` are the lengths of the beginnings that it indexes. */
const createTerms = (name: string, columns: string, prefix: string) =>
  `create virtual table ${name} using fts5 (
    ${columns},
    content = '', contentless_delete = 1, columnsize = 1, prefix = '${prefix}',
    tokenize = "unicode61 remove_diacritics 0"
  )`

/** The full-text index: a column of PostgreSQL tables, and separate tables on SQLite, whose terms are folded in advance. */
export const search: Schema = {
  statements: ({ noRowId }) => [
    // Each distinct word of a person's links: substrings are matched here and then searched as words.
    `create table words (
      owner_id text not null references people(id) on delete cascade,
      word text not null,
      primary key (owner_id, word)
    )${noRowId}`,
  ],
  sqlite: [
    // Each term of a link begins with six digits of its owner, so that a search reads one library (docs/adr/090).
    createTerms('links_text', 'owner, title, address, descr, tags', '8 9'),
    // The entries of an import's transaction stay in memory up to 16 MB, and are written as one part (docs/adr/089).
    `insert into links_text (links_text, rank) values ('hashsize', 16777216)`,
    // Here the owner is a term of its own.
    createTerms('page_terms', 'owner, text', '2 3'),
    createTerms('highlight_terms', 'owner, title, address, descr, tags', '2 3'),
    `create trigger page_texts_deleted after delete on page_texts
      begin delete from page_terms where rowid = old.link_seq; end`,
    `create trigger highlights_deleted after delete on highlights
      begin delete from highlight_terms where rowid = old.seq; end`,
  ],
  postgres: [
    // New entries of links go to a list first, from which they are added together (`indexLoad.ts`).
    `create index links_terms on links using gin (terms) with (fastupdate = on)`,
    `create index page_texts_terms on page_texts using gin (terms) with (fastupdate = off)`,
    `create index highlights_terms on highlights using gin (terms) with (fastupdate = off)`,
  ],
}
