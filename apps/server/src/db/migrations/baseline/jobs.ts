import type { ColumnTypes, Schema } from '../migration.ts'

const jobTables = ({ int, bytes }: ColumnTypes) => [
  // An email to a user without a product account has no owner. The indexes find the next, due and running jobs without
  // reading the rows of other queues or keys.
  `create table jobs (
    id text primary key,
    owner_id text references people(id) on delete cascade,
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
    finished_at ${int},
    queue text not null default '',
    queue_key text not null default ''
  )`,
  `create index jobs_of_owner on jobs (owner_id, created_at)`,
  `create index jobs_waiting on jobs (queue, queue_key, run_after, created_at)
    where finished_at is null and lease_until is null`,
  `create index jobs_due on jobs (queue, run_after) where finished_at is null and lease_until is null`,
  `create index jobs_leased on jobs (queue, queue_key, lease_until)
    where finished_at is null and lease_until is not null`,

  `create table job_files (
    job_id text not null references jobs(id) on delete cascade,
    part ${int} not null,
    bytes ${bytes} not null,
    primary key (job_id, part)
  )`,
]

const undoTables = ({ int, noRowId }: ColumnTypes) => [
  `create table undo_records (
    id text primary key,
    person_id text not null references people(id) on delete cascade,
    kind text not null,
    target text,
    at ${int} not null,
    expires_at ${int} not null
  )`,
  `create index undo_records_of_person on undo_records (person_id, expires_at)`,
  `create index undo_records_expiring on undo_records (expires_at)`,

  // Rows may reference deleted items, so they have a foreign key to the undo record only.
  `create table undo_links (
    undo_id text not null references undo_records(id) on delete cascade,
    link_seq ${int} not null,
    old_state text not null,
    old_at ${int} not null,
    primary key (undo_id, link_seq, old_state)
  )${noRowId}`,
  `create index undo_links_by_link on undo_links (link_seq)`,

  `create table undo_collections (
    undo_id text not null references undo_records(id) on delete cascade,
    collection_id text not null,
    old_state text not null,
    old_at ${int} not null,
    primary key (undo_id, collection_id)
  )${noRowId}`,

  `create table undo_edits (
    undo_id text primary key references undo_records(id) on delete cascade,
    link_id text references links(id) on delete cascade,
    collection_id text references collections(id) on delete cascade,
    old_value text not null,
    new_value text not null
  )${noRowId}`,
  `create index undo_edits_of_link on undo_edits (link_id) where link_id is not null`,
  `create index undo_edits_of_collection on undo_edits (collection_id) where collection_id is not null`,

  `create table undo_texts (
    undo_id text not null references undo_records(id) on delete cascade,
    link_id text not null references links(id) on delete cascade,
    old_title text not null,
    new_title text not null,
    old_address text not null,
    new_address text not null,
    primary key (undo_id, link_id)
  )${noRowId}`,
  `create index undo_texts_of_link on undo_texts (link_id)`,
]

const checkTables = ({ int }: ColumnTypes) => [
  // The fingerprint of the SECRET that this library was used with, and (on SQLite) the number of its transactions. Each
  // has at most one row.
  `create table secret_checks (
    id ${int} primary key,
    value text not null
  )`,

  `create table commit_counts (
    id ${int} primary key,
    library text not null,
    count ${int} not null,
    committed_at ${int} not null
  )`,
]

/** Jobs, undo records, and the values that are compared at the start. */
export const jobs: Schema = {
  statements: types => [...jobTables(types), ...undoTables(types), ...checkTables(types)],
}
