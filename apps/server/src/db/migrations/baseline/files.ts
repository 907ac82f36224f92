import type { ColumnTypes, Schema } from '../migration.ts'

const blobTable = ({ int }: ColumnTypes) => [
  // A blob outlives its owner until its bytes are removed from the store. `preview_of` is the blob of a picture; a
  // preview has no owner, because it is not counted. `previewed` is 1 for a picture that has its preview or needs none.
  `create table blobs (
    id text primary key,
    owner_id text references people(id) on delete set null,
    digest text not null,
    size ${int} not null,
    media_type text not null,
    state text not null,
    category ${int} not null default 0,
    copy_of text,
    created_at ${int} not null,
    deleting_at ${int},
    lost_at ${int},
    preview_of text,
    previewed ${int} not null default 0
  )`,
  `create unique index blobs_by_digest on blobs (owner_id, digest) where state = 'ready'`,
  `create index blobs_deleting on blobs (deleting_at) where state = 'deleting'`,
  `create index blobs_copied on blobs (copy_of) where copy_of is not null`,
  `create unique index blobs_by_preview on blobs (preview_of) where preview_of is not null and state = 'ready'`,
  // The hourly clean-up reads the next two.
  `create index blobs_lost_previews on blobs (lost_at)
    where lost_at is not null and preview_of is not null and state = 'ready'`,
  `create index blobs_unpreviewed on blobs (owner_id, id)
    where previewed = 0 and state = 'ready' and lost_at is null
    and media_type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif')`,
]

const uploadTables = ({ int, noRowId }: ColumnTypes) => [
  // `enc` is 1 for an upload that was encrypted in the browser. `printed_owner_id`: whose library a temporary PDF shows.
  `create table uploads (
    id text primary key,
    person_id text not null references people(id) on delete cascade,
    owner_id text not null references people(id) on delete cascade,
    purpose text not null,
    name text not null,
    size ${int} not null,
    media_type text not null,
    part_size ${int} not null,
    object_key text not null,
    store_upload_id text not null,
    form_state text not null,
    state text not null,
    blob_id text references blobs(id),
    peaks text,
    request_key text,
    created_at ${int} not null,
    expires_at ${int} not null,
    enc ${int} not null default 0,
    printed_owner_id text references people(id) on delete cascade,
    collection_id text
  )`,
  `create unique index uploads_by_request on uploads (person_id, request_key) where request_key is not null`,
  `create index uploads_by_person on uploads (person_id, state)`,
  `create index uploads_by_owner on uploads (owner_id, state)`,
  `create index uploads_by_state on uploads (state, expires_at)`,
  `create index uploads_by_object on uploads (object_key)`,
  `create index uploads_by_store_upload on uploads (store_upload_id)`,
  `create index uploads_by_blob on uploads (blob_id) where blob_id is not null`,
  `create index uploads_by_printed_owner on uploads (printed_owner_id) where printed_owner_id is not null`,

  `create table upload_parts (
    upload_id text not null references uploads(id) on delete cascade,
    number ${int} not null,
    digest text not null,
    tag text not null,
    primary key (upload_id, number)
  )${noRowId}`,
]

const fileTables = ({ int, bytes }: ColumnTypes) => [
  // `sealed` is the envelope of the key, name and type of an encrypted file; null for a file in clear.
  `create table files (
    id text primary key,
    owner_id text not null references people(id) on delete cascade,
    link_id text not null references links(id) on delete cascade,
    position ${int} not null,
    kind text not null,
    blob_id text not null references blobs(id),
    name text not null,
    media_type text not null,
    width ${int},
    height ${int},
    duration_ms ${int},
    pages ${int},
    peaks text,
    state text not null,
    fault text,
    created_at ${int} not null,
    facts text,
    sealed text,
    opened_at ${int}
  )`,
  `create unique index files_by_link on files (link_id, position, kind)`,
  `create index files_by_blob on files (blob_id)`,
  `create index files_working on files (link_id) where state = 'working'`,
  // An export reads the files of an owner in the order of their ids.
  `create index files_by_owner on files (owner_id, id)`,

  // Files that can be restored for a day, with the version and text of a page copy.
  `create table removed_files (
    id text primary key,
    undo text not null,
    owner_id text not null references people(id) on delete cascade,
    link_id text not null references links(id) on delete cascade,
    position ${int} not null,
    kind text not null,
    blob_id text not null,
    row text not null,
    removed_at ${int} not null,
    version text,
    page_text ${bytes}
  )`,
  `create index removed_files_by_undo on removed_files (owner_id, undo)`,
  `create index removed_files_by_time on removed_files (removed_at)`,
  `create index removed_files_by_link on removed_files (link_id)`,
  `create index removed_files_by_blob on removed_files (blob_id)`,
]

const useTables = ({ int, noRowId }: ColumnTypes) => [
  // When the objects of the store were last listed, until when a backup needs them, and the names of library and stores.
  `create table file_store (
    id ${int} primary key,
    store_id text,
    listed_at ${int} not null,
    held_until ${int} not null,
    old_store_id text,
    library_id text
  )`,
  `insert into file_store (id, store_id, listed_at, held_until) values (1, null, 0, 0)`,

  // Bytes of pictures and files sent, by owner and by day, as 20261125 (UTC).
  `create table served (
    owner_id text not null references people(id) on delete cascade,
    day ${int} not null,
    bytes ${int} not null,
    primary key (owner_id, day)
  )${noRowId}`,

  // The last export of each person, which any server shows and stops.
  `create table library_exports (
    person_id text primary key references people(id) on delete cascade,
    id text not null,
    state text not null,
    files ${int} not null,
    bytes ${int} not null,
    missing ${int} not null,
    started_at ${int} not null,
    updated_at ${int} not null
  )${noRowId}`,
]

/**
 * Files of links. `blobs` are stored bytes, each once for its owner; `files` show them on a link; `uploads` are on
 * their way to become files.
 */
export const files: Schema = {
  statements: types => [
    ...blobTable(types),
    ...uploadTables(types),
    ...fileTables(types),
    ...useTables(types),
  ],
}
