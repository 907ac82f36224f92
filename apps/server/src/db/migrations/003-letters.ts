import type { Migration } from './migration.ts'

/**
 * Allows jobs without an owner: an email to a newly registered user without a product account. SQLite cannot
 * drop `not null`, so its two tables are rebuilt.
 */
export const migration: Migration = {
  name: '003-letters',
  statements: () => [],
  postgres: [`alter table jobs alter column owner_id drop not null`],
  sqlite: [
    `create table jobs_next (
      id text primary key,
      owner_id text references people(id) on delete cascade,
      kind text not null,
      payload text not null default '{}',
      state text not null default 'queued',
      done integer not null default 0,
      total integer not null default 0,
      report text,
      error text,
      attempts integer not null default 0,
      cancel_wanted integer not null default 0,
      lease_owner text,
      lease_until integer,
      run_after integer not null,
      created_at integer not null,
      finished_at integer
    )`,
    `create table job_files_next (
      job_id text not null references jobs_next(id) on delete cascade,
      part integer not null,
      bytes blob not null,
      primary key (job_id, part)
    )`,
    `insert into jobs_next (id, owner_id, kind, payload, state, done, total, report, error, attempts, cancel_wanted,
        lease_owner, lease_until, run_after, created_at, finished_at)
      select id, owner_id, kind, payload, state, done, total, report, error, attempts, cancel_wanted,
        lease_owner, lease_until, run_after, created_at, finished_at from jobs`,
    `insert into job_files_next (job_id, part, bytes) select job_id, part, bytes from job_files`,
    // The files first: no row may reference the old table when it is dropped.
    `drop table job_files`,
    `drop table jobs`,
    `alter table jobs_next rename to jobs`,
    `alter table job_files_next rename to job_files`,
    `create index jobs_open on jobs (run_after) where finished_at is null`,
    `create index jobs_of_owner on jobs (owner_id, created_at)`,
  ],
}
