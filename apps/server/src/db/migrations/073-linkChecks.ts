import type { Migration } from './migration.ts'

/** Adds the checks of links: what the last ones found for each link, and the state and schedule of each person's. */
export const migration: Migration = {
  name: '073-linkChecks',
  statements: ({ int }) => [
    `create table link_checks (
      link_id text primary key references links(id) on delete cascade,
      owner_id text not null references people(id) on delete cascade,
      run text not null,
      address text not null,
      state text not null,
      status ${int} not null,
      fault text not null,
      location text,
      former text,
      marks text not null,
      failures ${int} not null,
      since ${int} not null,
      checked_at ${int} not null,
      ignored ${int} not null default 0
    )`,
    'create index link_checks_by_state on link_checks (owner_id, state)',
    `create table link_check_runs (
      person_id text primary key references people(id) on delete cascade,
      schedule text not null default 'never',
      next_at ${int},
      run text,
      job text,
      done ${int} not null default 0,
      total ${int} not null default 0,
      started_at ${int},
      finished_at ${int}
    )`,
  ],
}
