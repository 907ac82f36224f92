import type { ColumnTypes, Migration } from './migration.ts'

const peopleTable = ({ int }: ColumnTypes) => [
  `create table people (
      id text primary key,
      plan ${int} not null default 1,
      root_id text not null,
      theme ${int} not null default 0,
      view_links ${int} not null default 1,
      view_folders ${int} not null default 4,
      load_links ${int} not null default 1,
      clipboard_access ${int},
      last_folder text,
      last_category ${int} not null default 3,
      announcements text not null default '[]',
      n1 ${int} not null default 0, n2 ${int} not null default 0, n3 ${int} not null default 0,
      n4 ${int} not null default 0, n5 ${int} not null default 0,
      exported_at ${int},
      created_at ${int} not null
    )`,
]

const collectionTables = ({ int }: ColumnTypes) => [
  `create table collections (
      id text primary key,
      owner_id text not null references people(id) on delete cascade,
      parent_id text references collections(id),
      name text not null,
      name_key text not null,
      descr text not null default '',
      n1 ${int} not null default 0, n2 ${int} not null default 0, n3 ${int} not null default 0,
      n4 ${int} not null default 0, n5 ${int} not null default 0,
      folder_count ${int} not null default 0,
      position ${int} not null default 0,
      created_at ${int} not null,
      updated_at ${int} not null,
      trashed_at ${int},
      trashed_by text
    )`,
  `create index collections_inside on collections (parent_id, updated_at, id)`,
  `create index collections_of_owner on collections (owner_id, parent_id)`,
  `create index collections_trashed on collections (owner_id, trashed_at) where trashed_at is not null`,
  `create index collections_hidden on collections (trashed_by) where trashed_by is not null`,
]

const pictureTable = ({ int, bytes }: ColumnTypes) => [
  `create table pictures (
      id text primary key,
      owner_id text not null references people(id) on delete cascade,
      width ${int} not null,
      height ${int} not null,
      created_at ${int} not null,
      small ${bytes} not null,
      large ${bytes} not null
    )`,
  `create index pictures_of_owner on pictures (owner_id)`,
]

const linkTable = ({ int, seq }: ColumnTypes) => [
  `create table links (
      seq ${seq},
      id text not null unique,
      owner_id text not null references people(id) on delete cascade,
      collection_id text not null references collections(id),
      category ${int} not null,
      sub_category text,
      title text not null,
      address text not null,
      compare_key text not null,
      descr text not null default '',
      picture_id text references pictures(id),
      picture_source text,
      video_type ${int} not null default 0,
      check_list text,
      desc_toggle ${int} not null default 1,
      is_public ${int} not null default 0,
      is_scraped ${int} not null default 0,
      created_at ${int} not null,
      updated_at ${int} not null,
      version ${int} not null default 1,
      trashed_at ${int},
      request_key text
    )`,
  `create index links_inside on links (collection_id, created_at, seq) where trashed_at is null`,
  `create index links_of_owner on links (owner_id, created_at, seq) where trashed_at is null`,
  `create index links_trashed on links (owner_id, trashed_at, seq) where trashed_at is not null`,
  `create index links_trashed_inside on links (collection_id) where trashed_at is not null`,
  `create index links_by_address on links (owner_id, compare_key)`,
  `create index links_pictures on links (collection_id, created_at) where picture_id is not null and trashed_at is null`,
  `create index links_picture on links (picture_id) where picture_id is not null`,
  `create unique index links_request on links (owner_id, request_key) where request_key is not null`,
]

const tagTables = ({ int, seq, noRowId }: ColumnTypes) => [
  `create table tags (
      seq ${seq},
      id text not null unique,
      owner_id text not null references people(id) on delete cascade,
      name text not null,
      name_key text not null,
      unique (owner_id, name_key)
    )`,

  `create table link_tags (
      link_seq ${int} not null references links(seq) on delete cascade,
      tag_seq ${int} not null references tags(seq) on delete cascade,
      owner_id text not null,
      position ${int} not null,
      primary key (link_seq, tag_seq)
    )${noRowId}`,
  `create index link_tags_of_tag on link_tags (tag_seq, link_seq)`,
]

const favouriteTables = ({ int, noRowId }: ColumnTypes) => [
  `create table favourite_links (
      person_id text not null references people(id) on delete cascade,
      link_id text not null references links(id) on delete cascade,
      created_at ${int} not null,
      primary key (person_id, link_id)
    )${noRowId}`,
  `create index favourite_links_of_link on favourite_links (link_id)`,

  `create table favourite_collections (
      person_id text not null references people(id) on delete cascade,
      collection_id text not null references collections(id) on delete cascade,
      created_at ${int} not null,
      primary key (person_id, collection_id)
    )${noRowId}`,
  `create index favourite_collections_of_collection on favourite_collections (collection_id)`,
]

// Each distinct word of a person's links: substrings are matched here and then searched as words.
const wordTable = ({ noRowId }: ColumnTypes) => [
  `create table words (
      owner_id text not null references people(id) on delete cascade,
      word text not null,
      primary key (owner_id, word)
    )${noRowId}`,
]

const jobTables = ({ int, bytes }: ColumnTypes) => [
  `create table jobs (
      id text primary key,
      owner_id text not null references people(id) on delete cascade,
      kind text not null,
      payload text not null default '{}',
      state text not null default 'queued',
      done ${int} not null default 0,
      total ${int} not null default 0,
      report text,
      error text,
      attempts ${int} not null default 0,
      cancel_wanted ${int} not null default 0,
      lease_owner text,
      lease_until ${int},
      run_after ${int} not null,
      created_at ${int} not null,
      finished_at ${int}
    )`,
  `create index jobs_open on jobs (run_after) where finished_at is null`,
  `create index jobs_of_owner on jobs (owner_id, created_at)`,
  `create table job_files (
      job_id text not null references jobs(id) on delete cascade,
      part ${int} not null,
      bytes ${bytes} not null,
      primary key (job_id, part)
    )`,
]

/** People, collections, links, tags, favourites, pictures and jobs. */
export const migration: Migration = {
  // The key in existing databases.
  name: '001-house',
  statements: words => [
    ...peopleTable(words),
    ...collectionTables(words),
    ...pictureTable(words),
    ...linkTable(words),
    ...tagTables(words),
    ...favouriteTables(words),
    ...wordTable(words),
    ...jobTables(words),
  ],
  sqlite: [
    // The owner is a term, so that a search reads the postings of one person. The text is folded in advance.
    `create virtual table links_text using fts5 (
      owner, title, address, descr, tags,
      content = '', contentless_delete = 1, columnsize = 1, prefix = '2 3',
      tokenize = "unicode61 remove_diacritics 0"
    )`,
  ],
  postgres: [
    `alter table links add column terms tsvector`,
    `create index links_terms on links using gin (terms) with (fastupdate = off)`,
  ],
}
