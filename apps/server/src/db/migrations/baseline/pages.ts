import type { Schema } from '../migration.ts'

/** Page copies with the text of the newest one, reading positions, and highlights by page. */
export const pages: Schema = {
  statements: ({ int, bytes, terms, noRowId, seq }) => [
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

    // The bytes of versions are `files` of the kinds `copy` and `reader`, whose position is the number of the version.
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
      text ${bytes} not null${terms}
    )`,

    `create table reading_places (
      person_id text not null references people(id) on delete cascade,
      link_id text not null references links(id) on delete cascade,
      version ${int} not null,
      char_offset ${int} not null,
      read_at ${int} not null,
      primary key (person_id, link_id)
    )${noRowId}`,
    `create index reading_places_of_link on reading_places (link_id)`,

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
    `create unique index highlight_pages_by_key on highlight_pages (owner_id, page_key)`,
    `create index highlight_pages_by_date on highlight_pages (owner_id, updated_at, id)`,
    `create index highlight_pages_of_link on highlight_pages (link_id) where link_id is not null`,
    // The pages of encrypted links, which the browser searches.
    `create index highlight_pages_encrypted on highlight_pages (owner_id, updated_at, id) where link_id is not null`,

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
      updated_at ${int} not null${terms},
      import_id text,
      found text
    )`,
    // Covers the counters of a page.
    `create index highlights_of_page on highlights (page_id, style, created_at, size)`,
    // Covers the counts of a library.
    `create index highlights_by_style on highlights (owner_id, style)`,
    `create index highlights_with_comment on highlights (owner_id, page_id) where comm <> ''`,
    `create index highlights_of_import on highlights (import_id, seq) where import_id is not null`,
  ],
}
