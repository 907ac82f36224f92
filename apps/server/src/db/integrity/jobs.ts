import { sql } from 'kysely'
import type { Check } from './check.ts'

const minute = 60_000
const day = 86_400_000
/** Larger than any real due time; marks an unfinished upload. */
const never = 4_000_000_000_000

/** Checks that no running job lacks an owner and that job states are consistent. */
export const jobChecks: readonly Check[] = [
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
