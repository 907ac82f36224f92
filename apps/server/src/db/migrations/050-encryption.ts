import type { Migration } from './migration.ts'

/** Adds encrypted links, the validation values of collections, and the keys of members. */
export const migration: Migration = {
  name: '050-encryption',
  statements: ({ int, noRowId }) => [
    'alter table links add column key_id text',
    'alter table links add column sealed_picture text',
    'create index links_encrypted on links (owner_id, created_at, seq, key_id) where key_id is not null',
    'alter table collections add column enc_id text',
    `create table former_keys (
      collection_id text not null references collections(id) on delete cascade,
      key_id text not null,
      enc_id text not null,
      replaced_at ${int} not null,
      primary key (collection_id, key_id)
    )${noRowId}`,
    `create table key_pairs (
      person_id text primary key references people(id) on delete cascade,
      public_key text not null,
      wrapped_private_key text not null,
      changed_at ${int} not null
    )${noRowId}`,
    `create table given_keys (
      collection_id text not null references collections(id) on delete cascade,
      key_id text not null,
      person_id text not null references people(id) on delete cascade,
      giver_id text not null references people(id) on delete cascade,
      giver_public_key text not null,
      public_key text not null,
      wrapped text not null,
      created_at ${int} not null,
      primary key (collection_id, key_id, person_id)
    )${noRowId}`,
    'create index given_keys_of_person on given_keys (person_id)',
    'create index given_keys_of_giver on given_keys (giver_id)',
    `create table passkey_keys (
      person_id text not null references people(id) on delete cascade,
      credential_id text not null,
      wrapped text not null,
      changed_at ${int} not null,
      primary key (person_id, credential_id)
    )`,
  ],
}
