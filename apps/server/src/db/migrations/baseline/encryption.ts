import type { Schema } from '../migration.ts'

/** The keys of encrypted collections, of their members and of passkeys. */
export const encryption: Schema = {
  statements: ({ int, noRowId }) => [
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
    `create index given_keys_of_person on given_keys (person_id)`,
    `create index given_keys_of_giver on given_keys (giver_id)`,

    // `key_ids` are the keys that a passkey opens, so that pages offer it only where it helps. They are no secrets.
    `create table passkey_keys (
      person_id text not null references people(id) on delete cascade,
      credential_id text not null,
      wrapped text not null,
      changed_at ${int} not null,
      key_ids text not null default '',
      primary key (person_id, credential_id)
    )`,
  ],
}
