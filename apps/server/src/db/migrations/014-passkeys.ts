import type { Migration } from './migration.ts'

/** Passkeys (WebAuthn), and used challenges, so that each logs in only once. */
export const migration: Migration = {
  name: '014-passkeys',
  statements: ({ int }) => [
    // `public_key` is not secret: the private key never leaves the person's device.
    `create table passkeys (
      id text primary key,
      user_id text not null references "user"(id) on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter ${int} not null,
      transports text not null,
      name text not null,
      synced ${int} not null,
      created_at ${int} not null,
      last_used_at ${int}
    )`,
    `create index passkeys_of_user on passkeys (user_id)`,
    `create table passkey_uses (
      challenge_hash text primary key,
      expires_at ${int} not null
    )`,
    `create index passkey_uses_old on passkey_uses (expires_at)`,
  ],
}
