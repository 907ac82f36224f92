import type { Migration } from './migration.ts'

/** User names, profile images, email addresses awaiting confirmation, and accounts being deleted. */
export const migration: Migration = {
  name: '009-profiles',
  statements: ({ int, bytes }) => [
    `alter table "user" add column username text`,
    // In lower case: names that differ only in case are equal.
    `alter table "user" add column "usernameKey" text`,
    `create unique index user_by_username on "user" ("usernameKey") where "usernameKey" is not null`,

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

    // Set when the person deletes the account: sign-in is blocked, and a job deletes the rows.
    `alter table people add column closed_at ${int}`,
  ],
}
