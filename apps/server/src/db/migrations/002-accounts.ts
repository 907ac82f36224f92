import type { Migration } from './migration.ts'

/** The tables of the sign-in library. */
export const accounts: Migration = {
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
    `create table "session" (
      id text primary key,
      "userId" text not null references "user"(id) on delete cascade,
      token text not null unique,
      "expiresAt" ${int} not null,
      "ipAddress" text,
      "userAgent" text,
      "createdAt" ${int} not null,
      "updatedAt" ${int} not null
    )`,
    `create index session_of_user on "session" ("userId")`,
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
  ],
}
