import type { Migration } from './migration.ts'

/** Invitations to addresses without an account, the emails sent for them, and requests for access. */
export const migration: Migration = {
  name: '032-invitations',
  statements: ({ int, noRowId }) => [
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
      primary key (collection_id, person_id)
    )${noRowId}`,
    `create index access_requests_of_person on access_requests (person_id)`,
    `create index access_requests_old on access_requests (created_at)`,
  ],
}
