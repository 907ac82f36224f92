import type { ColumnTypes, Schema } from '../migration.ts'

const accessTables = ({ int, noRowId }: ColumnTypes) => [
  // `collections.read_level`: 0 nobody else, 1 the people named in `shares`, 3 anyone on the internet.
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

  `create table invitations (
    id text primary key,
    collection_id text not null references collections(id) on delete cascade,
    owner_id text not null references people(id) on delete cascade,
    email text not null,
    may_write ${int} not null,
    created_at ${int} not null,
    expires_at ${int} not null
  )`,
  `create unique index invitations_of_collection on invitations (collection_id, email)`,
  `create index invitations_of_email on invitations (email)`,
  `create index invitations_of_owner on invitations (owner_id)`,
  `create index invitations_expiring on invitations (expires_at)`,

  `create table invitation_emails (
    id text primary key,
    owner_id text not null references people(id) on delete cascade,
    email_hash text not null,
    sent_at ${int} not null
  )`,
  `create index invitation_emails_of_owner on invitation_emails (owner_id, sent_at)`,
  `create index invitation_emails_to on invitation_emails (email_hash, sent_at)`,
  `create index invitation_emails_sent on invitation_emails (sent_at)`,

  `create table access_requests (
    collection_id text not null references collections(id) on delete cascade,
    person_id text not null references people(id) on delete cascade,
    created_at ${int} not null,
    declined_at ${int},
    primary key (collection_id, person_id)
  )${noRowId}`,
  `create index access_requests_of_person on access_requests (person_id)`,
  `create index access_requests_old on access_requests (created_at)`,

  `create table offers (
    collection_id text primary key references collections(id) on delete cascade,
    owner_id text not null references people(id) on delete cascade,
    person_id text not null references people(id) on delete cascade,
    created_at ${int} not null
  )${noRowId}`,
  `create index offers_to on offers (person_id, created_at)`,
  `create index offers_of on offers (owner_id, created_at)`,
]

const suggestionTable = ({ int, seq }: ColumnTypes) => [
  `create table suggestions (
    seq ${seq},
    id text not null unique,
    collection_id text not null references collections(id) on delete cascade,
    recipient_id text not null references people(id) on delete cascade,
    suggester_id text references people(id) on delete cascade,
    claim_hash text,
    form text not null,
    state text not null,
    word text not null default '',
    link_id text references links(id) on delete set null,
    version ${int} not null default 1,
    created_at ${int} not null,
    updated_at ${int} not null,
    decided_at ${int}
  )`,
  // Not partial: deleting an account or a collection looks up all its suggestions.
  `create index suggestions_to_me on suggestions (recipient_id, decided_at, seq)`,
  `create index suggestions_by_me on suggestions (suggester_id, seq) where suggester_id is not null`,
  `create index suggestions_waiting on suggestions (collection_id, decided_at)`,
  `create index suggestions_of_link on suggestions (link_id) where link_id is not null`,
]

const activityTables = ({ int, seq, noRowId }: ColumnTypes) => [
  `create table notifications (
    seq ${seq},
    id text not null unique,
    person_id text not null references people(id) on delete cascade,
    action text not null,
    collection_id text not null references collections(id) on delete cascade,
    from_id text references people(id) on delete set null,
    several ${int} not null default 0,
    count ${int} not null,
    subject text not null,
    updated_at ${int} not null,
    read_at ${int},
    subject_id text
  )`,
  // While a notification is unread, further actions of the same kind are merged into it.
  `create unique index notifications_unread on notifications (person_id, action, collection_id)
    where read_at is null`,
  `create index notifications_of_person on notifications (person_id, updated_at, seq)`,
  `create index notifications_of_collection on notifications (collection_id)`,
  `create index notifications_from on notifications (from_id) where from_id is not null`,
  `create index notifications_by_subject on notifications (subject_id) where subject_id is not null`,

  // Written for shared collections only, so that its indexes cost nothing in an unshared library.
  `create table activities (
    seq ${seq},
    id text not null unique,
    owner_id text not null references people(id) on delete cascade,
    collection_id text not null references collections(id) on delete cascade,
    by_id text references people(id) on delete set null,
    kind text not null,
    other_id text not null,
    batch text not null,
    undo_id text,
    count ${int} not null,
    subjects text not null,
    at ${int} not null,
    undone_at ${int},
    undone_by text references people(id) on delete set null
  )`,
  // Actions of the same kind by one person at about the same time are one entry; the entries of an undo record are found
  // by its key.
  `create unique index activities_batch on activities (batch, collection_id, kind, by_id, other_id)`,
  `create index activities_of_owner on activities (owner_id, seq)`,
  `create index activities_of_collection on activities (collection_id, seq)`,
  `create index activities_by on activities (by_id) where by_id is not null`,
  `create index activities_undone on activities (undone_by) where undone_by is not null`,
  `create index activities_at on activities (at)`,

  // Encryption finds the copies of texts in other libraries with it (E02).
  `create table text_holders (
    owner_id text not null references people(id) on delete cascade,
    person_id text not null references people(id) on delete cascade,
    primary key (owner_id, person_id)
  )${noRowId}`,
  `create index text_holders_by_person on text_holders (person_id)`,
]

const publicPageTables = ({ int, bytes }: ColumnTypes) => [
  // Hosts that show public collections. Several people may ask for one; only one of them has it verified.
  `create table domains (
    id text primary key,
    person_id text not null references people(id) on delete cascade,
    collection_id text not null references collections(id) on delete cascade,
    host text not null,
    token text not null,
    verified_at ${int},
    checked_at ${int},
    failing_since ${int},
    created_at ${int} not null
  )`,
  `create unique index domains_of_collection on domains (collection_id)`,
  `create unique index domains_of_host on domains (host) where verified_at is not null`,
  `create index domains_of_person on domains (person_id)`,
  `create index domains_by_check on domains (checked_at) where verified_at is not null`,

  `create table white_labels (
    collection_id text primary key references collections(id) on delete cascade,
    person_id text not null references people(id) on delete cascade,
    name text not null,
    accent text not null,
    paper text not null,
    logo_id text,
    logo ${bytes},
    logo_width ${int},
    logo_height ${int}
  )`,
  `create index white_labels_of_person on white_labels (person_id)`,
]

/** Access of others to collections, suggestions, notifications, activities and public pages. */
export const sharing: Schema = {
  statements: types => [
    ...accessTables(types),
    ...suggestionTable(types),
    ...activityTables(types),
    ...publicPageTables(types),
  ],
}
