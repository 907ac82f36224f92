import type { ColumnTypes, Schema } from '../migration.ts'

const signInTables = ({ int }: ColumnTypes) => [
  `create table "user" (
    id text primary key,
    name text not null,
    email text not null unique,
    "emailVerified" ${int} not null default 0,
    image text,
    "createdAt" ${int} not null,
    "updatedAt" ${int} not null,
    username text,
    "usernameKey" text
  )`,
  // In lower case: names that differ only in case are equal.
  `create unique index user_by_username on "user" ("usernameKey") where "usernameKey" is not null`,

  // "signInId" names the session of the sign-in site that this one was issued from; both end together. It is not a
  // foreign key, because the older one may expire first.
  `create table "session" (
    id text primary key,
    "userId" text not null references "user"(id) on delete cascade,
    token text not null unique,
    "signInId" text,
    "expiresAt" ${int} not null,
    "ipAddress" text,
    "userAgent" text,
    "createdAt" ${int} not null,
    "updatedAt" ${int} not null
  )`,
  `create index session_of_user on "session" ("userId")`,
  `create index session_of_sign_in on "session" ("signInId") where "signInId" is not null`,

  `create table "account" (
    id text primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references "user"(id) on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" ${int},
    "refreshTokenExpiresAt" ${int},
    scope text,
    password text,
    "createdAt" ${int} not null,
    "updatedAt" ${int} not null
  )`,
  `create index account_of_user on "account" ("userId")`,

  `create table "verification" (
    id text primary key,
    identifier text not null,
    value text not null,
    "expiresAt" ${int} not null,
    "createdAt" ${int} not null,
    "updatedAt" ${int} not null
  )`,
  `create index verification_by_identifier on "verification" (identifier)`,

  `create table sign_in_codes (
    code_hash text primary key,
    user_id text not null references "user"(id) on delete cascade,
    sign_in_id text not null,
    state_hash text not null,
    challenge text not null,
    redirect text not null,
    expires_at ${int} not null,
    spent_at ${int},
    issued_session text
  )`,
  `create index sign_in_codes_old on sign_in_codes (expires_at)`,
  `create index sign_in_codes_of_user on sign_in_codes (user_id)`,
]

const profileTables = ({ int, bytes }: ColumnTypes) => [
  `create table profile_images (
    id text primary key,
    user_id text not null unique references "user"(id) on delete cascade,
    bytes ${bytes} not null,
    created_at ${int} not null
  )`,

  `create table email_changes (
    token_hash text primary key,
    user_id text not null unique references "user"(id) on delete cascade,
    email text not null,
    sign_in_id text not null,
    expires_at ${int} not null
  )`,
]

const secondFactorTables = ({ int }: ColumnTypes) => [
  // `sealed` is the TOTP secret, encrypted with SECRET. `last_step` is the time step of the last accepted code.
  `create table two_factor (
    user_id text primary key references "user"(id) on delete cascade,
    sealed text not null,
    confirmed_at ${int},
    last_step ${int} not null default 0,
    failed ${int} not null default 0,
    locked_until ${int} not null default 0
  )`,

  `create table recovery_codes (
    code_hash text primary key,
    user_id text not null references "user"(id) on delete cascade
  )`,
  `create index recovery_codes_of_user on recovery_codes (user_id)`,

  `create table sign_in_challenges (
    token_hash text primary key,
    user_id text not null references "user"(id) on delete cascade,
    tries ${int} not null default 0,
    expires_at ${int} not null
  )`,
  `create index sign_in_challenges_of_user on sign_in_challenges (user_id)`,

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

  // Used challenges, so that each signs in only once.
  `create table passkey_uses (
    challenge_hash text primary key,
    expires_at ${int} not null
  )`,
  `create index passkey_uses_old on passkey_uses (expires_at)`,
]

const keyTables = ({ int }: ColumnTypes) => [
  `create table api_keys (
    id text primary key,
    owner_id text not null references people(id) on delete cascade,
    hash text not null unique,
    ending text not null,
    name text not null,
    may_write ${int} not null,
    created_at ${int} not null,
    last_used_at ${int}
  )`,
  `create index api_keys_of_owner on api_keys (owner_id, created_at)`,

  `create table connect_codes (
    code_hash text primary key,
    owner_id text not null references people(id) on delete cascade,
    state_hash text not null,
    challenge text not null,
    name text not null,
    expires_at ${int} not null,
    spent_at ${int},
    issued_key text
  )`,
  `create index connect_codes_old on connect_codes (expires_at)`,
  `create index connect_codes_of_owner on connect_codes (owner_id)`,
]

/** The tables of the sign-in library, the second factor, passkeys, one-time codes and API keys. */
export const accounts: Schema = {
  statements: types => [
    ...signInTables(types),
    ...profileTables(types),
    ...secondFactorTables(types),
    ...keyTables(types),
  ],
}
