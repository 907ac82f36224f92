import type { cancelPaidSubscription as cancelPaidSubscriptionCall } from '@nestmark/contract/plans'
import type { Output } from '@nestmark/contract/operation'
import { cancelPlan } from '@nestmark/core/planTerms'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { cancelAtEnd, changeSubscriptions } from './changeSubscriptions.ts'
import { changeTerms } from './changeTerms.ts'

/** Cancels a paid plan: it ends on the last paid day. */
export async function cancelPaidSubscription(call: Call): Promise<Output<typeof cancelPaidSubscriptionCall>> {
  return (
    (await changeSubscriptions(call, cancelAtEnd)) ??
    changeTerms(call, async (_, had) => cancelPlan(had, call.services.now()) ?? refuse('plan.noSubscription'))
  )
}
