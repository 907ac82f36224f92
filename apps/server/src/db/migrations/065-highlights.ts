import type { Migration } from './migration.ts'

/** Adds highlights by page, with their search index. */
export const migration: Migration = {
  name: '065-highlights',
  statements: ({ int, seq }) => [
    `create table highlight_pages (
      id text primary key,
      owner_id text not null references people(id) on delete cascade,
      page_key text not null,
      link_id text references links(id) on delete cascade,
      address text not null,
      title text not null,
      count ${int} not null default 0,
      size ${int} not null default 0,
      created_at ${int} not null,
      updated_at ${int} not null
    )`,
    'create unique index highlight_pages_by_key on highlight_pages (owner_id, page_key)',
    'create index highlight_pages_by_date on highlight_pages (owner_id, updated_at, id)',
    'create index highlight_pages_of_link on highlight_pages (link_id) where link_id is not null',
    `create table highlights (
      seq ${seq},
      id text not null unique,
      owner_id text not null references people(id) on delete cascade,
      page_id text not null references highlight_pages(id) on delete cascade,
      text text not null,
      comm text not null,
      style ${int} not null,
      anchor text,
      sealed text,
      place ${int} not null,
      size ${int} not null,
      created_at ${int} not null,
      updated_at ${int} not null
    )`,
    // Covers the counters of a page.
    'create index highlights_of_page on highlights (page_id, style, created_at, size)',
    // Covers the counts of a library.
    'create index highlights_by_style on highlights (owner_id, style)',
    `create index highlights_with_comment on highlights (owner_id, page_id) where comm <> ''`,
  ],
  sqlite: [
    // As links_text.
    `create virtual table highlight_terms using fts5 (
      owner, title, address, descr, tags,
      content = '', contentless_delete = 1, columnsize = 1, prefix = '2 3',
      tokenize = "unicode61 remove_diacritics 0"
    )`,
    `create trigger highlights_deleted after delete on highlights
      begin delete from highlight_terms where rowid = old.seq; end`,
  ],
  postgres: [
    'alter table highlights add column terms tsvector',
    'create index highlights_terms on highlights using gin (terms) with (fastupdate = off)',
  ],
}
