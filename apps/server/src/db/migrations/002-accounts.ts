import type { Migration } from './migration.ts'

/** The tables of the sign-in library, and the one-time codes of the session handoff. */
export const migration: Migration = {
  name: '002-accounts',
  statements: ({ int }) => [
    `create table "user" (
      id text primary key,
      name text not null,
      email text not null unique,
      "emailVerified" ${int} not null default 0,
      image text,
      "createdAt" ${int} not null,
      "updatedAt" ${int} not null
    )`,
    // "signInId" names the session of the sign-in site that this one was issued from; both end together. It
    // is not a foreign key, because the older one may expire first.
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
  ],
}
