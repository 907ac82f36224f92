import * as contract from '@nestmark/contract/session'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { toNextMonth } from '../../db/writes/bandwidthMeter.ts'
import type { CallWith } from '../../services.ts'
import { presentStorage } from './presentStorage.ts'
import { toNamedCounts } from './toNamedCounts.ts'
import { findPerson } from './store.ts'

/** Returns a person's storage, files of trashed links included, and this month's bandwidth. */
export const getStorage = action(contract.getStorage, async ({ services, actor }: CallWith<'meter'>) => {
  const person = await findPerson(services.db.read, actor.personId)
  if (!person) return refuse('session.expired')
  return {
    ...(await presentStorage(services, person)),
    bw_resets: toNextMonth(services.now()),
    bw_days: await services.meter.readDays(person.id),
    count: toNamedCounts(person),
  }
})
