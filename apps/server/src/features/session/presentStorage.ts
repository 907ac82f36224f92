import { toPlan } from '@nestmark/core/plans/plans'
import type { Selectable } from 'kysely'
import type { PersonRow } from '../../db/tables/tables.ts'
import type { ReadServices } from '../../services.ts'
import { toNamedBytes } from './toNamedCounts.ts'

/** Returns the stored bytes of a person's files, the bytes sent in this month (UTC), and the limits of the plan. */
export async function presentStorage({ meter }: Pick<ReadServices, 'meter'>, person: Selectable<PersonRow>) {
  const { storage, bandwidth } = toPlan(person.plan)
  return {
    storage_cat: toNamedBytes(person),
    storage_limit: storage,
    storage_used: person.kept_bytes,
    bw_limit: bandwidth,
    bw_used: await meter.readUsedBytes(person.id),
  }
}
