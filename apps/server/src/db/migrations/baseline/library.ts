import type { ColumnTypes, Schema } from '../migration.ts'

const collectionTable = ({ int, sortText }: ColumnTypes) => [
  // `cover_link_id` is not a foreign key, which would search all collections for each deleted link. Readers check it.
  `create table collections (
    id text primary key,
    owner_id text not null references people(id) on delete cascade,
    parent_id text references collections(id),
    name text not null,
    name_key ${sortText} not null,
    descr text not null default '',
    n1 ${int} not null default 0, n2 ${int} not null default 0, n3 ${int} not null default 0,
    n4 ${int} not null default 0, n5 ${int} not null default 0,
    folder_count ${int} not null default 0,
    position ${int} not null default 0,
    created_at ${int} not null,
    updated_at ${int} not null,
    trashed_at ${int},
    trashed_by text,
    read_level ${int} not null default 0,
    enable_sugg ${int} not null default 0,
    sort_key ${sortText} not null default '',
    cover_link_id text,
    enc_id text,
    hide_tags ${int} not null default 0
  )`,
  `create index collections_inside on collections (parent_id, updated_at, id)`,
  `create index collections_of_owner on collections (owner_id, parent_id)`,
  `create index collections_trashed on collections (owner_id, trashed_at) where trashed_at is not null`,
  `create index collections_hidden on collections (trashed_by) where trashed_by is not null`,
  // Finds collections by a part of their names without reading their rows, which change with every link.
  `create index collections_named on collections (owner_id, name_key, id)
    where trashed_by is null and parent_id is not null`,
  `create index collections_by_name on collections (parent_id, sort_key, name_key, id)`,
  `create index collections_by_hand on collections (parent_id, position, sort_key, name_key, id)`,
]

const linkTables = ({ int, bytes, seq, sortText, terms, include }: ColumnTypes) => [
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
    request_key text${terms},
    title_key ${sortText} not null default '',
    host_key ${sortText} not null default '',
    player text not null default '',
    file_bytes ${int},
    key_id text,
    sealed_picture text,
    canonical_key text not null default '',
    position ${int},
    tagless_at ${int},
    kept_at ${int}
  )`,
  // PostgreSQL counts most of a library in this index, without reading rows.
  `create index links_of_owner on links (owner_id, created_at, seq)${include('collection_id, category, host_key')}
    where trashed_at is null`,
  `create index links_trashed on links (owner_id, trashed_at, seq) where trashed_at is not null`,
  `create index links_pictures on links (collection_id, created_at)
    where picture_id is not null and trashed_at is null`,
  `create index links_picture on links (picture_id) where picture_id is not null`,
  `create unique index links_request on links (owner_id, request_key) where request_key is not null`,
  // A prefix of the key: PostgreSQL limits index rows to 2,704 bytes, and addresses may be longer.
  `create index links_by_address on links (owner_id, substr(compare_key, 1, 200)) where compare_key <> ''`,
  // Not partial: deleting a collection looks up every link that references it.
  `create index links_inside on links (collection_id, created_at, seq)`,
  `create index links_by_title on links (owner_id, title_key, seq) where trashed_at is null`,
  `create index links_by_host on links (owner_id, host_key, seq) where trashed_at is null`,
  // Hosts longer than their key are compared by the address; this index finds these few.
  `create index links_long_hosts on links (owner_id) where length(host_key) >= 60`,
  `create index links_encrypted on links (owner_id, created_at, seq, key_id) where key_id is not null`,
  // Finds the encrypted links of a collection without its other links.
  `create index links_encrypted_inside on links (collection_id, created_at, seq, key_id, trashed_at)
    where key_id is not null`,
  // The manual order. A link without a position is where its date puts it; the expression is that of `positionOf` in
  // links/lists/linkOrderStore.ts.
  `create index links_by_hand on links (collection_id, (coalesce(position, created_at * 1024)), seq)
    where trashed_at is null`,

  `create table link_notes (
    id text primary key,
    link_id text not null references links(id) on delete cascade,
    person_id text not null references people(id) on delete cascade,
    note text not null,
    created_at ${int} not null,
    updated_at ${int} not null,
    unique (link_id, person_id)
  )`,
  `create index link_notes_of_person on link_notes (person_id)`,
]

const tagTables = ({ int, seq, sortText, noRowId }: ColumnTypes) => [
  `create table tags (
    seq ${seq},
    id text not null unique,
    owner_id text not null references people(id) on delete cascade,
    name text not null,
    name_key text not null,
    folded text not null default '',
    links ${int} not null default 0,
    deleted_at ${int},
    merged_into ${int},
    sort_key ${sortText} not null default '',
    unique (owner_id, name_key)
  )`,
  `create index tags_deleted on tags (owner_id, deleted_at) where deleted_at is not null`,
  `create index tags_by_name on tags (owner_id, sort_key, folded, seq) where deleted_at is null`,

  `create table link_tags (
    link_seq ${int} not null references links(seq) on delete cascade,
    tag_seq ${int} not null references tags(seq) on delete cascade,
    owner_id text not null,
    position ${int} not null,
    via ${int},
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

/** Collections, links, tags and favourites. */
export const library: Schema = {
  statements: types => [
    ...collectionTable(types),
    ...linkTables(types),
    ...tagTables(types),
    ...favouriteTables(types),
  ],
}
