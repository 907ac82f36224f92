import type { Migration } from './migration.ts'

const bump = (link: string) =>
  `update people set revision = revision + 1 where id = (select owner_id from links where id = ${link})`

/**
 * Adds copies of pages: the state of each link, the versions that are kept, and the text of the newest one with its search
 * index. The bytes of versions are `files` of the kinds `copy` and `reader`, whose position is the number of the version.
 */
export const migration: Migration = {
  name: '041-copies',
  statements: ({ int, bytes }) => [
    `alter table people add column keep_copies text not null default 'full'`,
    `create table copies (
      link_id text primary key references links(id) on delete cascade,
      keep text,
      state text not null,
      fault text,
      page text not null default 'same',
      address text,
      tried_at ${int},
      checked_at ${int}
    )`,
    `create table copy_versions (
      link_id text not null references links(id) on delete cascade,
      number ${int} not null,
      kept_at ${int} not null,
      mode text not null,
      kind text not null,
      digest text not null,
      title text not null,
      byline text not null,
      site_name text not null,
      lang text not null,
      dir text not null,
      words ${int} not null,
      published_at ${int},
      pictures_wanted ${int} not null,
      pictures_kept ${int} not null,
      size ${int} not null,
      primary key (link_id, number)
    )`,
    `create table page_texts (
      link_seq ${int} primary key references links(seq) on delete cascade,
      text ${bytes} not null
    )`,
  ],
  sqlite: [
    // As links_text.
    `create virtual table page_terms using fts5 (
      owner, text,
      content = '', contentless_delete = 1, columnsize = 1, prefix = '2 3',
      tokenize = "unicode61 remove_diacritics 0"
    )`,
    `create trigger page_texts_deleted after delete on page_texts
      begin delete from page_terms where rowid = old.link_seq; end`,
    `create trigger copies_inserted after insert on copies begin ${bump('new.link_id')}; end`,
    `create trigger copies_updated after update on copies begin ${bump('new.link_id')}; end`,
  ],
  postgres: [
    `alter table page_texts add column terms tsvector`,
    `create index page_texts_terms on page_texts using gin (terms) with (fastupdate = off)`,
  ],
}
