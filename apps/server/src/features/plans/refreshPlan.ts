import * as contract from '@nestmark/contract/plans'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { presentTerms } from '../session/planTerms.ts'
import { atProvider } from './payments/atProvider.ts'
import { readTerms } from './store.ts'
import { syncPurchases } from './payments/syncPurchases.ts'

/** Sets the caller's plan to what the caller has bought. */
export const refreshPlan = action(contract.refreshPlan, async ({ actor, services }: CallWith<'payments'>) => {
  await atProvider(services, provider => syncPurchases(services, provider, actor.personId))
  return presentTerms((await readTerms(services.db.read, actor.personId)) ?? refuse('session.expired'))
})
