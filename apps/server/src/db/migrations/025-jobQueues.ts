import type { Migration } from './migration.ts'

/**
 * Gives each job a queue and a fairness key, with indexes that find the next job, due jobs and running jobs
 * without reading the rows of other queues or keys.
 */
export const migration: Migration = {
  name: '025-jobQueues',
  statements: () => [
    `alter table jobs add column queue text not null default ''`,
    `alter table jobs add column queue_key text not null default ''`,
    `update jobs set queue = kind, queue_key = coalesce(owner_id, '')`,
    `drop index jobs_open`,
    `create index jobs_waiting on jobs (queue, queue_key, run_after, created_at)
      where finished_at is null and lease_until is null`,
    `create index jobs_due on jobs (queue, run_after) where finished_at is null and lease_until is null`,
    `create index jobs_leased on jobs (queue, queue_key, lease_until)
      where finished_at is null and lease_until is not null`,
  ],
}
