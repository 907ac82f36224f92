import { hookEvents } from '@nestmark/contract/webhooks'
import { sql } from 'kysely'
import { inList } from '../dialect.ts'
import type { Check } from './check.ts'

const minute = 60_000
const day = 86_400_000
/** Larger than any real due time; marks an unfinished upload. */
const never = 4_000_000_000_000

/** Checks that jobs and webhooks are consistent: owners, states, due times, and that events belong to an active webhook. */
export const jobChecks: readonly Check[] = [
  {
    violation: 'webhooks of people that were deleted, or disabled without a reason',
    find: () => sql`select w.id from webhooks w left join people p on p.id = w.owner_id
      where p.id is null or p.closed_at is not null or w.active not in (0, 1)
        or (w.active = 1 and w.off_reason is not null)`,
  },
  {
    violation: 'events for webhooks that were deleted, of nothing, or of a kind that does not exist',
    find: db => sql`select e.seq as id from webhook_events e left join webhooks w on w.id = e.webhook_id
      where w.id is null or e.count < 1 or not (${inList(db, 'e.event', hookEvents)})`,
  },
  {
    violation: 'events and deliveries that name a person whose library was deleted',
    only: 'sqlite',
    find: () => sql`select seq as id from webhook_events where by_id not in (select id from people)
      union all select d.id from webhook_deliveries d, json_each(d.events) e
        where json_extract(e.value, '$.by._id') not in (select id from people)`,
  },
  {
    violation: 'events and deliveries that name a person whose library was deleted',
    only: 'postgres',
    find: () => sql`select seq::text as id from webhook_events where by_id not in (select id from people)
      union all select d.id from webhook_deliveries d, jsonb_array_elements(d.events::jsonb) e
        where e -> 'by' ->> '_id' not in (select id from people)`,
  },
  {
    violation: 'deliveries of webhooks that were deleted, or that wait without a time, or the reverse',
    find: () => sql`select d.id from webhook_deliveries d left join webhooks w on w.id = d.webhook_id
      where w.id is null or (d.state = 'waiting') <> (d.next_at is not null)
        or d.state not in ('waiting', 'delivered', 'failed', 'dropped')`,
  },
  {
    violation: 'jobs that are marked as running and have no worker',
    find: (_db, now) => sql`select id from jobs where state = 'running'
      and (lease_owner is null or lease_until is null or lease_until < ${now - 2 * minute})`,
  },
  {
    violation: 'jobs that have ended and are not marked as ended, or the reverse',
    find: () => sql`select id from jobs where (finished_at is null) <> (state in ('queued', 'running'))`,
  },
  {
    violation: 'files of jobs that have ended',
    // A preview keeps its file for a day. A job deletes large files in parts.
    find: (
      _db,
      now,
    ) => sql`select distinct f.job_id as id from job_files f left join jobs j on j.id = f.job_id
      where j.id is null or (j.finished_at is not null
        and not exists (select 1 from jobs d where d.kind = 'deleteJobFiles' and d.finished_at is null)
        and not (j.kind = 'previewImport' and j.state = 'done' and j.created_at > ${now - 2 * day}))`,
  },
  {
    violation: 'uploads that were cut off long ago',
    find: (_db, now) => sql`select id from jobs where finished_at is null and run_after > ${never}
      and created_at < ${now - day}`,
  },
]
