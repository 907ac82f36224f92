import * as contract from '@nestmark/contract/plans'
import { toPlan } from '@nestmark/core/plans/plans'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import type { CallWith } from '../../../services.ts'
import { changeSubscriptions, endNow } from './changeSubscriptions.ts'
import { changeTerms } from './changeTerms.ts'
import { toLowestTerms } from '../quotas/lowestPlan.ts'

/** Switches to the lowest plan immediately, and ends the subscription. All data of the person remains. */
export const downgradeSubscription = action(
  contract.downgradeSubscription,
  async (call: CallWith<'payments'>) => {
    if (toPlan(call.actor.plan).lifetime) refuse('plan.lifetime')
    await changeSubscriptions(call, endNow)
    return changeTerms(call, async (_, had) =>
      toPlan(had.plan).lifetime ? refuse('plan.lifetime') : toLowestTerms(call.services.config),
    )
  },
)
