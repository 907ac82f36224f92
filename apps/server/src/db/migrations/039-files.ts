import type { Migration } from './migration.ts'

const bump = (owner: string) => `update people set revision = revision + 1 where id = ${owner}`

/**
 * Adds files of links. `blobs` are stored bytes, each once for its owner; `files` show them on a link; `uploads` are on
 * their way to become files. The counters of a person are updated with the rows that they count.
 */
export const migration: Migration = {
  name: '039-files',
  statements: ({ int, noRowId }) => [
    // A blob outlives its owner until its bytes are removed from the store.
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
      lost_at ${int}
    )`,
    `create unique index blobs_by_digest on blobs (owner_id, digest) where state = 'ready'`,
    `create index blobs_deleting on blobs (deleting_at) where state = 'deleting'`,
    `create index blobs_copied on blobs (copy_of) where copy_of is not null`,
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
      expires_at ${int} not null
    )`,
    `create unique index uploads_by_request on uploads (person_id, request_key) where request_key is not null`,
    'create index uploads_by_person on uploads (person_id, state)',
    'create index uploads_by_owner on uploads (owner_id, state)',
    'create index uploads_by_state on uploads (state, expires_at)',
    'create index uploads_by_object on uploads (object_key)',
    'create index uploads_by_store_upload on uploads (store_upload_id)',
    'create index uploads_by_blob on uploads (blob_id) where blob_id is not null',
    `create table upload_parts (
      upload_id text not null references uploads(id) on delete cascade,
      number ${int} not null,
      digest text not null,
      tag text not null,
      primary key (upload_id, number)
    )${noRowId}`,
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
      created_at ${int} not null
    )`,
    'create unique index files_by_link on files (link_id, position, kind)',
    'create index files_by_blob on files (blob_id)',
    'create index files_by_owner on files (owner_id)',
    // When the objects of the store were last listed, and until when a backup needs them.
    `create table file_store (
      id ${int} primary key,
      store_id text,
      listed_at ${int} not null,
      held_until ${int} not null
    )`,
    'insert into file_store (id, store_id, listed_at, held_until) values (1, null, 0, 0)',
    ...['kept_bytes', 'reserved_bytes', ...[1, 2, 3, 4, 5].map(n => `c${n}_bytes`)].map(
      name => `alter table people add column ${name} ${int} not null default 0`,
    ),
    `alter table links add column file_bytes ${int}`,
  ],
  sqlite: [
    // See 023-revisions: answers show the files of links.
    `create trigger files_inserted after insert on files begin ${bump('new.owner_id')}; end`,
    `create trigger files_deleted after delete on files begin ${bump('old.owner_id')}; end`,
    `create trigger files_updated after update on files begin ${bump('new.owner_id')}; end`,
    `create trigger blobs_lost after update of lost_at on blobs begin ${bump('new.owner_id')}; end`,
  ],
}
