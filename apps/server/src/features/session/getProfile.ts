import * as contract from '@nestmark/contract/session'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { presentStorage } from './presentStorage.ts'
import { findPerson } from './store.ts'
import { toNamedCounts } from './toNamedCounts.ts'

/** Returns the plan, the number of links by category, and the storage. */
export const getProfile = action(contract.getProfile, async ({ services, actor }: CallWith<'meter'>) => {
  const person = await findPerson(services.db.read, actor.personId)
  // The account was deleted after the token was checked.
  if (!person) return refuse('session.expired')
  return {
    plan: person.plan,
    count: toNamedCounts(person),
    ...(await presentStorage(services, person)),
  }
})
