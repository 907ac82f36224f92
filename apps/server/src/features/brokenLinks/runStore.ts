import type { CheckSchedule } from '@nestmark/contract/links/brokenLinks'
import type { Selectable } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import type { LinkCheckRunRow } from '../../db/tables/linkCheckTables.ts'

export type CheckRun = Selectable<LinkCheckRunRow>

const noRun: Omit<CheckRun, 'person_id'> = {
  schedule: 'never',
  next_at: null,
  run: null,
  job: null,
  done: 0,
  total: 0,
  started_at: null,
  finished_at: null,
}

/** Returns the last check of a person's links, and its schedule. */
export async function readRun(db: Queries, personId: string): Promise<CheckRun> {
  const row = await db
    .selectFrom('link_check_runs')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row ?? { ...noRun, person_id: personId }
}

/** Changes what is known about a person's check. */
export async function writeRun(
  tx: Tx,
  personId: string,
  change: Partial<Omit<CheckRun, 'person_id'>>,
): Promise<void> {
  await tx
    .insertInto('link_check_runs')
    .values({ ...noRun, ...change, person_id: personId })
    .onConflict(conflict => conflict.column('person_id').doUpdateSet(change))
    .execute()
}

/** Returns when the check after one at this time is due: a week later, or a month, in milliseconds since 1970. */
export function nextTime(schedule: CheckSchedule, at: number): number | null {
  if (schedule === 'never') return null
  if (schedule === 'weekly') return at + 7 * 86_400_000
  const next = new Date(at)
  const day = next.getUTCDate()
  next.setUTCMonth(next.getUTCMonth() + 1)
  // A month without this day ends earlier.
  if (next.getUTCDate() !== day) next.setUTCDate(0)
  return next.getTime()
}
