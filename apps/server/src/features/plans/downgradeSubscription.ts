import type { downgradeSubscription as downgradeSubscriptionCall } from '@nestmark/contract/plans'
import type { Output } from '@nestmark/contract/operation'
import { toPlan } from '@nestmark/core/plans'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { changeSubscriptions, endNow } from './changeSubscriptions.ts'
import { changeTerms } from './changeTerms.ts'
import { toLowestTerms } from './lowestPlan.ts'

/** Switches to the lowest plan immediately, and ends the subscription. All data of the person remains. */
export async function downgradeSubscription(call: Call): Promise<Output<typeof downgradeSubscriptionCall>> {
  if (toPlan(call.actor.plan).lifetime) refuse('plan.lifetime')
  await changeSubscriptions(call, endNow)
  return changeTerms(call, async (_, had) =>
    toPlan(had.plan).lifetime ? refuse('plan.lifetime') : toLowestTerms(call.services.config),
  )
}
