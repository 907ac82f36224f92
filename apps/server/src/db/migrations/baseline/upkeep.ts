import type { ColumnTypes, Schema } from '../migration.ts'

const searchTable = ({ int }: ColumnTypes) => [
  `create table saved_searches (
    id text primary key,
    person_id text not null references people(id) on delete cascade,
    name text not null,
    input text not null,
    type ${int} not null,
    category ${int},
    by_date ${int},
    created_at ${int} not null,
    import_id text
  )`,
  `create index saved_searches_of_person on saved_searches (person_id, created_at)`,
  `create index saved_searches_of_import on saved_searches (import_id) where import_id is not null`,
]

const ruleTable = ({ int }: ColumnTypes) => [
  `create table rules (
    id text primary key,
    person_id text not null references people(id) on delete cascade,
    position ${int} not null,
    active ${int} not null default 1,
    conditions text not null,
    actions text not null,
    created_at ${int} not null
  )`,
  `create index rules_of_person on rules (person_id, position)`,
]

const feedTables = ({ int }: ColumnTypes) => [
  `create table feeds (
    id text primary key,
    person_id text not null references people(id) on delete cascade,
    collection_id text not null references collections(id) on delete cascade,
    address text not null,
    title text not null default '',
    tag text,
    with_newest ${int} not null,
    active ${int} not null default 1,
    off_reason text,
    fault text,
    status ${int},
    etag text,
    modified text,
    read_at ${int},
    checked_at ${int},
    failing_since ${int},
    failures ${int} not null default 0,
    next_at ${int} not null,
    created_at ${int} not null,
    import_id text
  )`,
  `create unique index feeds_of_collection on feeds (collection_id, address)`,
  `create index feeds_of_person on feeds (person_id)`,
  `create index feeds_due on feeds (next_at) where active = 1`,
  `create index feeds_of_import on feeds (import_id) where import_id is not null`,

  `create table feed_items (
    feed_id text not null references feeds(id) on delete cascade,
    item_key text not null,
    seen_at ${int} not null,
    primary key (feed_id, item_key)
  )`,
]

const linkCheckTables = ({ int }: ColumnTypes) => [
  `create table link_checks (
    link_id text primary key references links(id) on delete cascade,
    owner_id text not null references people(id) on delete cascade,
    run text not null,
    address text not null,
    state text not null,
    status ${int} not null,
    fault text not null,
    location text,
    former text,
    marks text not null,
    failures ${int} not null,
    since ${int} not null,
    checked_at ${int} not null,
    ignored ${int} not null default 0
  )`,
  `create index link_checks_by_state on link_checks (owner_id, state)`,

  `create table link_check_runs (
    person_id text primary key references people(id) on delete cascade,
    schedule text not null default 'never',
    next_at ${int},
    run text,
    job text,
    done ${int} not null default 0,
    total ${int} not null default 0,
    started_at ${int},
    finished_at ${int}
  )`,
]

const distinctTable = ({ noRowId }: ColumnTypes) => [
  // Links that a person does not regard as duplicates have a mark in common.
  `create table distinct_links (
    person_id text not null references people(id) on delete cascade,
    mark text not null,
    link_id text not null references links(id) on delete cascade,
    primary key (person_id, mark, link_id)
  )${noRowId}`,
  `create index distinct_links_of_link on distinct_links (link_id)`,
]

/** Saved searches, rules, feeds, checks of links, and links that are no duplicates. */
export const upkeep: Schema = {
  statements: types => [
    ...searchTable(types),
    ...ruleTable(types),
    ...feedTables(types),
    ...linkCheckTables(types),
    ...distinctTable(types),
  ],
}
