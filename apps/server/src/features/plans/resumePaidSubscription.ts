import type { resumePaidSubscription as resumePaidSubscriptionCall } from '@nestmark/contract/plans'
import type { Output } from '@nestmark/contract/operation'
import { resumePlan } from '@nestmark/core/planTerms'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { changeSubscriptions, resumeRenewal } from './changeSubscriptions.ts'
import { changeTerms } from './changeTerms.ts'

/** Reverts a cancellation while the plan is still active. */
export async function resumePaidSubscription(call: Call): Promise<Output<typeof resumePaidSubscriptionCall>> {
  return (
    (await changeSubscriptions(call, resumeRenewal)) ??
    changeTerms(call, async (_, had) => resumePlan(had, call.services.now()) ?? refuse('plan.notCancelled'))
  )
}
