import type { Migration } from './migration.ts'

/** Access to a collection and its descendants, and short addresses of shared items. */
export const migration: Migration = {
  name: '005-shares',
  statements: ({ int, noRowId }) => [
    // 0 nobody else, 1 the people named in `shares`, 3 anyone on the internet.
    `alter table collections add column read_level ${int} not null default 0`,
    `alter table collections add column enable_sugg ${int} not null default 0`,

    `create table shares (
      collection_id text not null references collections(id) on delete cascade,
      person_id text not null references people(id) on delete cascade,
      owner_id text not null references people(id) on delete cascade,
      may_write ${int} not null,
      created_at ${int} not null,
      primary key (collection_id, person_id)
    )${noRowId}`,
    `create index shares_of_person on shares (person_id, collection_id)`,
    `create index shares_of_owner on shares (owner_id, person_id)`,

    `create table short_links (
      code text primary key,
      owner_id text not null references people(id) on delete cascade,
      link_id text references links(id) on delete cascade,
      collection_id text references collections(id) on delete cascade,
      created_at ${int} not null
    )`,
    `create unique index short_links_of_link on short_links (link_id) where link_id is not null`,
    `create unique index short_links_of_collection on short_links (collection_id) where collection_id is not null`,
    `create index short_links_of_owner on short_links (owner_id)`,
  ],
}
